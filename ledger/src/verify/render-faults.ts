import type { RenderCharge } from '../charges.js';
import type { LedgerEntry } from './entries.js';

/** A stored result, as its result record describes it. */
export interface IndexedResult {
  /** The result key. */
  key: string;
  chargeId: string;
  /** Whether the result record says that the charge was written. */
  charged: boolean;
}

/** One sentence for each charge of a job that has an earlier charge. */
const doubleCharges = (charges: readonly LedgerEntry<RenderCharge>[]): string[] => {
  // The id of each job's last charge so far.
  const chargeIds = new Map<string, string>();
  return charges.flatMap(({ value: { id, job } }) => {
    const earlier = chargeIds.get(job);
    chargeIds.set(job, id);
    return earlier ? [`Job ${job} is charged twice: ${earlier} and ${id}.`] : [];
  });
};

const missingCharges = (results: readonly IndexedResult[], charges: readonly LedgerEntry<RenderCharge>[]): string[] => {
  const ids = new Set(charges.map(({ id }) => id));
  return results
    .filter(({ chargeId, charged }) => charged && !ids.has(chargeId))
    .map(({ key, chargeId }) => `The result ${key} is marked as charged, but there is no charge ${chargeId}.`);
};

/** One sentence per disagreement between the charges of renders and the results. */
export const renderFaults = (
  charges: readonly LedgerEntry<RenderCharge>[],
  results: readonly IndexedResult[],
): string[] => [...doubleCharges(charges), ...missingCharges(results, charges)];
