import { limits } from '@tintype/contracts';
import type { Attempt, Finished } from '../facts/records.js';

export const notificationStates = ['none', 'pending', 'delivered', 'undelivered'] as const;
export type NotificationState = (typeof notificationStates)[number];

export interface NextAttempt {
  state: Exclude<NotificationState, 'none'>;
  /** Milliseconds of the Unix epoch; undefined if no attempt follows, or the batch is not finished. */
  at: number | undefined;
}

const firstDelayMs = 5000;
const maxDelayMs = 3600_000;

/** A number from 0 to below 1, the same in every replica. It spreads the calls after an outage of many receivers. */
const jitterOf = (deliveryId: string, number: number): number => {
  let hash = number;
  for (const char of deliveryId) hash = (hash * 31 + char.charCodeAt(0)) % 1000;
  return hash / 1000;
};

/**
 * Milliseconds from a failed attempt to the next one: between half of a limit and the whole limit. The limit is 5 s
 * after the first failure, and doubles with each failure, up to an hour.
 */
const delayOf = (deliveryId: string, failures: number): number => {
  const limitMs = Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs);
  return limitMs / 2 + (jitterOf(deliveryId, failures) * limitMs) / 2;
};

/** The attempts and the start of the last round. Each client's request begins another round. */
const roundOf = (finished: Finished, attempts: readonly Attempt[]) => {
  const lastRequest = attempts.findLastIndex(({ outcome }) => outcome === 'requested');
  const begunAt = attempts[lastRequest]?.at ?? finished.at;
  return { begunAt: Date.parse(begunAt), roundAttempts: attempts.slice(lastRequest + 1) };
};

/**
 * The state of a batch's notification. Depends only on stored facts, so that any replica can continue. `now`:
 * milliseconds of the Unix epoch.
 */
export const nextAttempt = (finished: Finished | undefined, attempts: readonly Attempt[], now: number): NextAttempt => {
  if (!finished) return { state: 'pending', at: undefined };
  const { begunAt, roundAttempts } = roundOf(finished, attempts);
  const last = roundAttempts.at(-1);
  if (!last) return { state: 'pending', at: begunAt };
  if (last.outcome === 'delivered') return { state: 'delivered', at: undefined };
  const at = Date.parse(last.at) + delayOf(finished.deliveryId, roundAttempts.length);
  const isOver = at > begunAt + limits.notificationSeconds * 1000;
  return isOver ? { state: 'undelivered', at: undefined } : { state: 'pending', at: Math.max(at, now) };
};
