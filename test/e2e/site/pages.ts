import type { Fetch } from '../fetch.js';
import type { Site } from './site.js';

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
