/**
 * The times of a session's life, in epoch milliseconds:
 *
 *     created … startBy         the browser is opened in this time, or never
 *     startedAt … expiresAt     it is open for at most maxTtlSeconds; then its pod ends it
 *     … + clocksDifferMs        the operator ends it, if its pod has not
 *     … latestEnd               its pod has ended it, even if it was opened at startBy
 *     … killedAt                its node kills the pod, in any state of its program
 *     … deadAt                  a pod that cannot be asked, and did not visibly end, counts as dead
 */
import { limits } from '@tintype/contracts';
import type { BrowserSession, ObjectMeta } from '@tintype/crds';

/** The time from the creation to startBy, for an object without startBy. */
const unattendedMs = 60_000;

/**
 * The time for a pod to end its browser, with clocks that differ. A hung pod runs longer: its deadline assumes an
 * opening at startBy, and `podGraceSeconds` follow. If an api waits for the session, the pod runs at most a minute too
 * long.
 */
const endingMs = 20_000;

/** Covers the differences between the clocks of api, operator and pods, and calls in flight. */
const marginMs = 60_000;

/** RFC 3339. */
export const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const startByOf = ({ spec, metadata }: BrowserSession): number =>
  spec.startBy ? Date.parse(spec.startBy) : defaultStartBy(metadata);

export const latestStartBy = ({ creationTimestamp }: Pick<ObjectMeta, 'creationTimestamp'>): number =>
  Date.parse(creationTimestamp) + limits.sessionLatestStartSeconds * 1000;

/** The startBy of an object that has none. */
export const defaultStartBy = ({ creationTimestamp }: Pick<ObjectMeta, 'creationTimestamp'>): number =>
  Date.parse(creationTimestamp) + unattendedMs;

/** A session with this startBy has begun or never will, by any clock. */
export const isPastStart = (startBy: number, now: number): boolean => startBy + marginMs < now;

export const expiresAtOf = (startedAt: number, maxTtlSeconds: number): number => startedAt + maxTtlSeconds * 1000;

/** The pod ends its session first. An operator whose clock is up to 1 s ahead must not shorten the session. */
export const clocksDifferMs = 1000;

export interface Bounds {
  startBy: number;
  maxTtlSeconds: number;
}

const latestEnd = ({ startBy, maxTtlSeconds }: Bounds): number => expiresAtOf(startBy, maxTtlSeconds);

/** When the node kills the pod. The program has had time before that to end its browser and write its record. */
export const killedAt = (bounds: Bounds): number => latestEnd(bounds) + endingMs;

/** When a pod counts as dead. Its node has killed it by then, unless the node is lost. */
export const deadAt = (bounds: Bounds): number => latestEnd(bounds) + marginMs;
