import { randomUUID } from 'node:crypto';
import type { BatchKey } from '../facts/batch-log.js';
import type { RunFacts } from '../facts/run-facts.js';

/**
 * Marks the items that this process renders. A process that dies leaves its marks. They tell the next process which
 * items the dead one had in work.
 */
export class CrashMarks {
  readonly #facts: Pick<RunFacts, 'mark' | 'unmark' | 'marks'>;
  readonly #process = randomUUID();
  /** Failed removals of marks, for example while NATS did not answer. Keyed by batch and item. */
  readonly #failedRemovals = new Map<string, () => Promise<void>>();

  constructor(facts: Pick<RunFacts, 'mark' | 'unmark' | 'marks'>) {
    this.#facts = facts;
  }

  /** How many other processes left an item in work, by the item's number. Other items are absent. */
  async leftByOthers(batchKey: BatchKey): Promise<Map<number, number>> {
    await this.#repeatRemovals();
    const found = new Map<number, number>();
    for (const { item, process } of await this.#facts.marks(batchKey))
      if (process !== this.#process) found.set(item, (found.get(item) ?? 0) + 1);
    return found;
  }

  /** Marks the item until `act` ends. */
  async withMark<T>(batchKey: BatchKey, item: number, act: () => Promise<T>): Promise<T> {
    const mark = { item, process: this.#process };
    const key = `${batchKey.batch}.${item}`;
    this.#failedRemovals.delete(key);
    const unmark = () => this.#facts.unmark(batchKey, mark);
    try {
      await this.#facts.mark(batchKey, mark);
      return await act();
    } finally {
      await unmark().catch(() => this.#failedRemovals.set(key, unmark));
    }
  }

  async #repeatRemovals(): Promise<void> {
    for (const [key, unmark] of this.#failedRemovals) {
      await unmark();
      this.#failedRemovals.delete(key);
    }
  }
}
