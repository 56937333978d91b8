import { fetch as anyFetch, ProxyAgent } from 'undici';
import type { Site } from './site.js';

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** How addresses of the cluster are reached, of pods and of services. */
export type Fetch = (url: string, options?: FetchOptions) => Promise<Pick<Response, FetchAnswer>>;

type FetchAnswer = 'status' | 'text' | 'json' | 'arrayBuffer';

/** As a pod of the cluster reaches them, in which a proxy is that a port of ours leads to. */
export const fetchThrough = (port: number): Fetch => {
  const dispatcher = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, proxyTunnel: true });
  return (url, options) => anyFetch(url, { ...options, dispatcher }) as ReturnType<Fetch>;
};

/** Unless a scenario shows another one. */
export const usualPage = '<title>a page</title><h1>A page</h1>';

/** What browsers of the scenarios look at. */
export class Pages {
  readonly #site: Site;
  readonly #fetch: Fetch;

  constructor(site: Site, fetch: Fetch) {
    this.#site = site;
    this.#fetch = fetch;
  }

  url(path: string): string {
    return `http://${this.#site.allowed}${path}`;
  }

  /** On every path, from now on. */
  async show(html: string): Promise<void> {
    await this.#fetch(this.url('/shown'), { method: 'PUT', body: html });
  }

  /** Of a pod that is none of theirs. */
  get foreign(): string {
    return `http://${this.#site.foreign}/`;
  }

  /** Paths that have been asked for. */
  async asked(): Promise<string[]> {
    return JSON.parse(await (await this.#fetch(this.url('/asked'))).text());
  }

  /** The same of the foreign pod. */
  async foreignAsked(): Promise<string[]> {
    return JSON.parse(await (await this.#fetch(`${this.foreign}asked`)).text());
  }
}
