import { limits } from '@tintype/contracts';
import type { Attempt, Finished } from '../facts/records.js';

export const notificationStates = ['none', 'pending', 'delivered', 'undelivered'] as const;
export type NotificationState = (typeof notificationStates)[number];

export interface NextAttempt {
  state: Exclude<NotificationState, 'none'>;
  /** Milliseconds of the Unix epoch; undefined: there is none, or the batch is not finished. */
  at: number | undefined;
}

const baseMs = 5000;
const maxMs = 3600_000;

/** A number between 0 and 1, the same for every replica. It spreads the calls after an outage of many receivers. */
const jitterOf = (deliveryId: string, number: number): number => {
  let hash = number;
  for (const char of deliveryId) hash = (hash * 31 + char.charCodeAt(0)) % 1000;
  return hash / 1000;
};

/**
 * Milliseconds until the next attempt. After the first failure, between half and all of 5 s. This limit doubles with
 * each failure, up to an hour.
 */
const delayOf = (deliveryId: string, failures: number): number => {
  const limitMs = Math.min(baseMs * 2 ** (failures - 1), maxMs);
  return limitMs / 2 + (jitterOf(deliveryId, failures) * limitMs) / 2;
};

/** The attempts of the round that a client asked for last, or of the first one. */
const roundOf = (finished: Finished, attempts: readonly Attempt[]) => {
  const lastRequest = attempts.findLastIndex(({ outcome }) => outcome === 'requested');
  const begunAt = attempts[lastRequest]?.at ?? finished.at;
  return { begunAt: Date.parse(begunAt), made: attempts.slice(lastRequest + 1) };
};

/** Decides from the recorded attempts alone, so that any replica continues after a restart. */
export const nextAttempt = (finished: Finished | undefined, attempts: readonly Attempt[], now: number): NextAttempt => {
  if (!finished) return { state: 'pending', at: undefined };
  const { begunAt, made } = roundOf(finished, attempts);
  const last = made.at(-1);
  if (!last) return { state: 'pending', at: begunAt };
  if (last.outcome === 'delivered') return { state: 'delivered', at: undefined };
  const at = Date.parse(last.at) + delayOf(finished.deliveryId, made.length);
  const isOver = at > begunAt + limits.notificationSeconds * 1000;
  return isOver ? { state: 'undelivered', at: undefined } : { state: 'pending', at: Math.max(at, now) };
};
