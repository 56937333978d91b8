import { type RenderClass, renderClasses } from '@tintype/contracts';
import type { BrowserPool } from './browser/pool/browser-pool.js';
import type { Renderer } from './render-job.js';

/** Each class has slots of its own, a part of the node's. Batches get a quarter. */
const partOfSlots: Record<RenderClass, number> = { still: 1, recording: 1 / 2, batch: 1 / 4 };

interface HasPool {
  pool: Pick<BrowserPool, 'start' | 'close' | 'ready' | 'memory'>;
}

/** What one class of jobs is rendered with. */
export interface ClassShare<R> {
  renderClass: RenderClass;
  renderer: R;
  /** Jobs at once. */
  slots: number;
}

/**
 * A node's renderer for each class. Classes share one where the same browser serves them: a browser's switches hold for
 * all its pages. A shared one is started, asked and closed once.
 */
export class Renderers<R extends HasPool = Renderer> {
  readonly #byClass: Readonly<Record<RenderClass, R>>;

  constructor(byClass: Readonly<Record<RenderClass, R>>) {
    this.#byClass = byClass;
  }

  /** Renderer and job limit of each class, for a node with `slots` slots. */
  shares(slots: number): ClassShare<R>[] {
    return renderClasses.map((renderClass) => ({
      renderClass,
      renderer: this.#byClass[renderClass],
      slots: Math.ceil(slots * partOfSlots[renderClass]),
    }));
  }

  /** Each has a browser that has answered. */
  get ready(): boolean {
    return this.#pools.every(({ ready }) => ready);
  }

  /** Bytes that all browsers took when they were last asked. */
  get memory(): number {
    return this.#pools.reduce((sum, { memory }) => sum + memory, 0);
  }

  /** Throws when one does not start. */
  async start(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.start()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }

  get #pools(): R['pool'][] {
    return [...new Set(Object.values(this.#byClass).map(({ pool }) => pool))];
  }
}
