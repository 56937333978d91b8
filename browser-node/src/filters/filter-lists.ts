import type { FiltersEngine } from '@ghostery/adblocker';
import type { Logger } from '@tintype/runtime';
import { buildEngine } from './build-engine.js';
import { findLists, type ListFile, readLists } from './list-files.js';

export interface FilterListsOptions {
  /** Files and folders. */
  paths: readonly string[];
  /** Keeps the parsed lists for the next start. */
  cacheFile?: string | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** A ConfigMap reaches its pods after about a minute; our look adds at most half of that. */
const lookEveryMs = 30_000;

const markOf = (files: readonly ListFile[]) =>
  files.map(({ path, changedAt, bytes }) => `${path} ${changedAt} ${bytes}`).join('\n');

/**
 * The rules of `blockAds`. Reads changed lists while the program runs. A path that cannot be read is left out. If its
 * lists are in use, all rules stay as they were.
 */
export class FilterLists {
  readonly #options: FilterListsOptions;
  #engine: FiltersEngine | undefined;
  #files: readonly ListFile[] = [];
  #mark = '';
  #loading: Promise<void>;
  /** The trouble that the log names already. It is logged once, not every half minute. */
  #trouble = '';
  readonly #timer: NodeJS.Timeout;

  constructor(options: FilterListsOptions) {
    this.#options = options;
    this.#loading = this.#load();
    this.#timer = setInterval(() => void this.look(), lookEveryMs).unref();
  }

  /** Loads the lists if they have changed. */
  look(): Promise<void> {
    this.#loading = this.#loading.then(() => this.#load());
    return this.#loading;
  }

  /** The engine, as soon as the first load has ended; undefined if there are no lists. */
  async engine(): Promise<FiltersEngine | undefined> {
    if (!this.#engine) await this.#loading;
    return this.#engine;
  }

  /** The lists in use, each with the seconds since its file changed. */
  get ages(): { path: string; seconds: number }[] {
    const now = Date.now();
    return this.#files.map(({ path, changedAt }) => ({ path, seconds: Math.max(now - changedAt, 0) / 1000 }));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #load(): Promise<void> {
    const { paths, log } = this.#options;
    try {
      const { files, unread } = await findLists(paths);
      const lost = unread.find(({ path }) => this.#files.some((file) => `${file.path}/`.startsWith(`${path}/`)));
      if (lost) throw lost.error;
      if (markOf(files) !== this.#mark) await this.#use(files);
      const hasNews = this.#isNew(unread.map(({ path }) => path).join());
      for (const { path, error } of hasNews ? unread : [])
        log.warn({ err: error, path }, 'cannot read filter lists: going on without them; check TINTYPE_FILTER_LISTS');
    } catch (error) {
      if (!this.#isNew(String(error))) return;
      const sentence = 'cannot load the filter lists: keeping the old rules; check TINTYPE_FILTER_LISTS';
      log.warn({ err: error, paths }, sentence);
    }
  }

  async #use(files: readonly ListFile[]): Promise<void> {
    const started = performance.now();
    const { cacheFile, log } = this.#options;
    const engine = files.length > 0 ? await buildEngine(await readLists(files), cacheFile) : undefined;
    this.#engine = engine;
    this.#files = files;
    this.#mark = markOf(files);
    log.info({ lists: files.length, milliseconds: Math.round(performance.now() - started) }, 'filter lists loaded');
  }

  #isNew(trouble: string): boolean {
    const isNew = trouble !== this.#trouble;
    this.#trouble = trouble;
    return isNew;
  }
}
