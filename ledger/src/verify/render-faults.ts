import type { RenderCharge } from '../charges.js';
import type { LedgerEntry } from './entries.js';

/** A stored result, as the index describes it. */
export interface IndexedResult {
  /** The result key. */
  key: string;
  chargeId: string;
  /** Whether the record says that its charge was written. */
  charged: boolean;
}

/** Jobs with more than one charge. */
const doubleCharges = (charges: readonly LedgerEntry<RenderCharge>[]): string[] => {
  const seen = new Map<string, string>();
  return charges.flatMap(({ value: { id, job } }) => {
    const other = seen.get(job);
    seen.set(job, id);
    return other ? [`Job ${job} is charged twice: ${other} and ${id}.`] : [];
  });
};

const missingCharges = (results: readonly IndexedResult[], charges: readonly LedgerEntry<RenderCharge>[]): string[] => {
  const ids = new Set(charges.map(({ id }) => id));
  return results
    .filter(({ chargeId, charged }) => charged && !ids.has(chargeId))
    .map(({ key, chargeId }) => `The result ${key} is marked as charged, but there is no charge ${chargeId}.`);
};

export const renderFaults = (
  charges: readonly LedgerEntry<RenderCharge>[],
  results: readonly IndexedResult[],
): string[] => [...doubleCharges(charges), ...missingCharges(results, charges)];
