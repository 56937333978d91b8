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

/** The rules of `blockAds`. Reads changed lists while the program runs; a broken change leaves the rules as they were. */
export class FilterLists {
  readonly #options: FilterListsOptions;
  #engine: FiltersEngine | undefined;
  #files: readonly ListFile[] = [];
  #mark = '';
  #loading: Promise<void>;
  #failed = false;
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

  /** The age of the newest file; undefined without lists. */
  get ageSeconds(): number | undefined {
    if (this.#files.length === 0) return undefined;
    return Math.max(Date.now() - Math.max(...this.#files.map(({ changedAt }) => changedAt)), 0) / 1000;
  }

  get count(): number {
    return this.#files.length;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #load(): Promise<void> {
    const { paths, cacheFile, log } = this.#options;
    try {
      const files = await findLists(paths);
      const mark = markOf(files);
      if (mark === this.#mark) return;
      const started = performance.now();
      const engine = files.length > 0 ? await buildEngine(await readLists(files), cacheFile) : undefined;
      this.#engine = engine;
      this.#files = files;
      this.#mark = mark;
      this.#failed = false;
      log.info({ lists: files.length, milliseconds: Math.round(performance.now() - started) }, 'filter lists loaded');
    } catch (error) {
      // Logs the failure once, not every half minute.
      if (!this.#failed)
        log.warn(
          { err: error, paths },
          'cannot load the filter lists: keeping the old rules; check TINTYPE_FILTER_LISTS',
        );
      this.#failed = true;
    }
  }
}
