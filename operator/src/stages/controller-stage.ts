import { race } from '@tintype/runtime';
import { PlayedClock } from '@tintype/stores/testing';
import { Controller, type ControllerOptions, type Reconcile } from '../controller/controller.js';
import { noControllersMetrics } from '../controller/metrics.js';
import type { WorkQueue } from '../controller/queue/work-queue.js';
import type { Source } from '../controller/source.js';

/** A source that a test controls by hand. */
export class ManualSource implements Source {
  readonly synced = Promise.withResolvers<void>();
  #queue: Pick<WorkQueue, 'add'> | undefined;

  get started(): boolean {
    return this.#queue !== undefined;
  }

  start(queue: Pick<WorkQueue, 'add'>): () => void {
    this.#queue = queue;
    return () => {
      this.#queue = undefined;
    };
  }

  whenSynced(signal: AbortSignal): Promise<void> {
    return race(this.synced.promise, signal);
  }

  add(...keys: string[]): void {
    for (const key of keys) this.#queue?.add(key);
  }
}

/** A controller with a source of this kind, on a played clock. */
export const controllerStage = (reconcile: Reconcile, options: Partial<ControllerOptions> = {}) => {
  const clock = new PlayedClock();
  const logged: unknown[] = [];
  const results: string[] = [];
  const source = new ManualSource();
  const write = (binding: object, message: string) => logged.push({ ...binding, message });
  const log = { error: write, info: write };
  const controller = new Controller({
    name: 'test',
    sources: [source],
    reconcile,
    clock,
    rateLimit: { firstMs: 100, maxMs: 1000, perSecond: 1000, burst: 1000 },
    log: log as unknown as ControllerOptions['log'],
    metrics: {
      observe: (observed) => ({
        ...noControllersMetrics.observe(observed),
        reconcile: { reconciled: (outcome, milliseconds) => results.push(`${outcome} ${milliseconds}`) },
      }),
    },
    ...options,
  });
  const term = new AbortController();
  /** Starts the controller with a synced source. Returns an object whose `ended` shows its end. */
  const begin = async () => {
    const run = { ended: false };
    void controller.run(term.signal).then(() => {
      run.ended = true;
    });
    source.synced.resolve();
    await clock.advance(0);
    return run;
  };
  return { clock, controller, source, term, logged, results, begin };
};
