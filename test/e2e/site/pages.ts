import { fetch as anyFetch, ProxyAgent } from 'undici';
import type { Site } from './site.js';

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export type Fetch = (url: string, options?: FetchOptions) => Promise<Pick<Response, FetchAnswer>>;

type FetchAnswer = 'status' | 'text' | 'json' | 'arrayBuffer';

/** Fetches through a proxy in a pod of the cluster, at our local port. */
export const fetchThrough = (port: number): Fetch => {
  const dispatcher = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, proxyTunnel: true });
  return (url, options) => anyFetch(url, { ...options, dispatcher }) as ReturnType<Fetch>;
};

export const usualPage = '<title>a page</title><h1>A page</h1>';

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

  async show(html: string): Promise<void> {
    await this.#fetch(this.url('/shown'), { method: 'PUT', body: html });
  }

  get foreign(): string {
    return `http://${this.#site.foreign}/`;
  }

  async asked(): Promise<string[]> {
    return JSON.parse(await (await this.#fetch(this.url('/asked'))).text());
  }

  async foreignAsked(): Promise<string[]> {
    return JSON.parse(await (await this.#fetch(`${this.foreign}asked`)).text());
  }
}
