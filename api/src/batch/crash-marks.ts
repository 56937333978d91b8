import { randomUUID } from 'node:crypto';
import type { BatchPlace } from './batch-log.js';
import type { BatchStore } from './batch-store.js';

/** Marks what is in work. A process that dies leaves its marks, so the next one can count what killed it. */
export class CrashMarks {
  readonly #store: Pick<BatchStore, 'mark' | 'unmark' | 'marks'>;
  readonly #place: BatchPlace;
  /** Marks that could not be removed are no crash. */
  readonly #own = new Set<string>();

  constructor(store: Pick<BatchStore, 'mark' | 'unmark' | 'marks'>, place: BatchPlace) {
    this.#store = store;
    this.#place = place;
  }

  /** How many processes ended during this work. */
  async left(work: string): Promise<number> {
    const marks = await this.#store.marks(this.#place, work);
    return marks.filter((id) => !this.#own.has(id)).length;
  }

  /** Marks the work until `act` ends. */
  async during<T>(work: string, act: () => Promise<T>): Promise<T> {
    const id = randomUUID();
    this.#own.add(id);
    await this.#store.mark(this.#place, work, id);
    try {
      return await act();
    } finally {
      await this.#store.unmark(this.#place, work, id).catch(() => undefined);
    }
  }
}
