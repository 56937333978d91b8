import type { Page } from '../page/page.js';
import type { PagePool } from './lazy-pool.js';

interface PoolUse {
  pool: PagePool;
  pages: number;
}

/** Several pools as one. A page comes from the least used pool: pages of one browser would disturb each other. */
export class SeparatePools implements PagePool {
  readonly #pools: readonly PagePool[];
  readonly #uses: readonly PoolUse[];
  readonly #owners = new Map<Page, PoolUse>();

  constructor(pools: readonly PagePool[]) {
    this.#pools = pools;
    this.#uses = pools.map((pool) => ({ pool, pages: 0 }));
  }

  get ready(): boolean {
    return this.#pools.every(({ ready }) => ready);
  }

  get memory(): number {
    return this.#pools.reduce((sum, { memory }) => sum + memory, 0);
  }

  async start(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.start()));
  }

  async take(signal: AbortSignal): Promise<Page> {
    const used = this.#uses.reduce((least, each) => (each.pages < least.pages ? each : least));
    used.pages += 1;
    try {
      const page = await used.pool.take(signal);
      this.#owners.set(page, used);
      return page;
    } catch (error) {
      used.pages -= 1;
      throw error;
    }
  }

  /** The next page may be taken before the old one is closed. */
  async release(page: Page): Promise<void> {
    const used = this.#owners.get(page);
    if (!used) return;
    this.#owners.delete(page);
    used.pages -= 1;
    await used.pool.release(page);
  }

  wasKilled(page: Page): boolean {
    return this.#owners.get(page)?.pool.wasKilled(page) ?? false;
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }
}
