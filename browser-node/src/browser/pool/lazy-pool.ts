import type { Page } from '../page/page.js';
import type { RenderPool } from './render-pool.js';

/** Where renders get their pages. */
export type PagePool = Pick<RenderPool, 'start' | 'close' | 'ready' | 'memory' | 'take' | 'release' | 'wasKilled'>;

interface LazyPoolOptions {
  create: () => PagePool;
  /** Without pages in use for this time, the browser ends. */
  idleMs: number;
}

/** A pool whose browser runs only while it is used. Recordings are rare, and a browser takes 150 MB. */
export class LazyPool implements PagePool {
  readonly #options: LazyPoolOptions;
  #pool: PagePool | undefined;
  #inUse = 0;
  #idle: NodeJS.Timeout | undefined;
  #closing: Promise<void> = Promise.resolve();

  constructor(options: LazyPoolOptions) {
    this.#options = options;
  }

  /** Always true: the first page starts the browser. */
  get ready(): boolean {
    return true;
  }

  get memory(): number {
    return this.#pool?.memory ?? 0;
  }

  async start(): Promise<void> {}

  async take(signal: AbortSignal): Promise<Page> {
    clearTimeout(this.#idle);
    this.#inUse += 1;
    this.#pool ??= this.#options.create();
    try {
      return await this.#pool.take(signal);
    } catch (error) {
      this.#onPageLeft();
      throw error;
    }
  }

  async release(page: Page): Promise<void> {
    await this.#pool?.release(page);
    this.#onPageLeft();
  }

  wasKilled(page: Page): boolean {
    return this.#pool?.wasKilled(page) ?? false;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#end();
    await this.#closing;
  }

  #onPageLeft(): void {
    this.#inUse -= 1;
    if (this.#inUse > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs).unref();
  }

  #end(): void {
    const pool = this.#pool;
    this.#pool = undefined;
    if (pool) this.#closing = Promise.all([this.#closing, pool.close()]).then(() => undefined);
  }
}
