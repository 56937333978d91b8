import type { ActionCounts, SessionActionType } from '@tintype/contracts';

/** Counts a session's actions, in all and by type. */
export class Counts {
  readonly #byType: Record<string, { total: number; success: number; error: number }> = {};

  add(type: SessionActionType, outcome: 'success' | 'error'): void {
    const counts = this.#byType[type] ?? { total: 0, success: 0, error: 0 };
    this.#byType[type] = counts;
    counts.total += 1;
    counts[outcome] += 1;
  }

  get now(): ActionCounts {
    const sum = { actions: 0, success: 0, error: 0 };
    for (const { total, success, error } of Object.values(this.#byType)) {
      sum.actions += total;
      sum.success += success;
      sum.error += error;
    }
    return { ...sum, byType: structuredClone(this.#byType) };
  }
}
