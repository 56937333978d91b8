import { availableParallelism } from 'node:os';
import { type RenderClass, renderClasses } from '@tintype/contracts';
import type { PagePool } from './browser/pool/lazy-pool.js';
import type { Renderer } from './render-job.js';

/** The share of the node's slots that a class has. */
const partOfSlots: Record<RenderClass, number> = { still: 1, recording: 1 / 2, batch: 1 / 4 };

/** At most one recording per core: painting and encoding keep a core busy. */
export const slotsOf = (renderClass: RenderClass, slots: number, cores: number): number => {
  const share = Math.ceil(slots * partOfSlots[renderClass]);
  return renderClass === 'recording' ? Math.min(share, cores) : share;
};

type Pool = Pick<PagePool, 'start' | 'close' | 'ready' | 'memory'>;

interface HasPools {
  pool: Pool;
  hiddenPool?: Pool | undefined;
}

/** The renderer and limit of one class. */
interface ClassShare<R> {
  renderClass: RenderClass;
  renderer: R;
  /** The most jobs at once. */
  slots: number;
}

/**
 * A node's renderer for each class. Classes share a pool if the same browser switches suit both. Each pool is started and
 * closed once.
 */
export class Renderers<R extends HasPools = Renderer> {
  readonly #byClass: Readonly<Record<RenderClass, R>>;

  constructor(byClass: Readonly<Record<RenderClass, R>>) {
    this.#byClass = byClass;
  }

  shares(slots: number, cores = availableParallelism()): ClassShare<R>[] {
    return renderClasses.map((renderClass) => ({
      renderClass,
      renderer: this.#byClass[renderClass],
      slots: slotsOf(renderClass, slots, cores),
    }));
  }

  /** Every pool is ready. A pool that starts its browser on demand always is. */
  get ready(): boolean {
    return this.#pools.every(({ ready }) => ready);
  }

  /** Bytes of all browsers at the last measurement. */
  get memory(): number {
    return this.#pools.reduce((sum, { memory }) => sum + memory, 0);
  }

  /** Throws if a pool does not start. */
  async start(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.start()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }

  get #pools(): Pool[] {
    const all = Object.values<HasPools>(this.#byClass).flatMap(({ pool, hiddenPool }) => [pool, hiddenPool]);
    return [...new Set(all)].filter((pool) => pool !== undefined);
  }
}
