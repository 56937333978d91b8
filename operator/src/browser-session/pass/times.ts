/**
 * When what is due in the life of a session. All times are milliseconds of the epoch, all rules of them stand here:
 *
 *     created … startBy         the browser is opened in this time, or never
 *     startedAt … expiresAt     so long it is open at most: maxTtlSeconds; its pod ends it then
 *     … + clocksDifferMs        its operator ends it, where its pod has not
 *     … latestEnd               the same, had it been opened at startBy
 *     … killedAt                its node ends the pod, whatever its program does
 *     … deadAt                  a pod that cannot be asked, and is not seen to end, counts as dead from here on
 */
import { limits } from '@tintype/contracts';
import type { BrowserSession, ObjectMeta } from '@tintype/crds';

/** Without a startBy, as kubectl makes it, a session has so long from its creation. */
const unattendedMs = 60_000;

/**
 * A pod may take so long to end its browser, by clocks that are not quite the same. What its node adds before it kills
 * (`podGraceSeconds`) and the time to startBy count for one that hangs, too: together at most a minute where an api waits.
 */
const endingMs = 20_000;

/** Covers the clocks of api, operator and pods, and calls that are still under way. */
const marginMs = 60_000;

/** As Kubernetes and the books write a time. */
export const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Not active by then is never active. */
export const startByOf = ({ spec, metadata }: BrowserSession): number =>
  spec.startBy ? Date.parse(spec.startBy) : unattendedUntil(metadata);

/** The latest startBy that a session may have. */
export const latestStartBy = ({ creationTimestamp }: Pick<ObjectMeta, 'creationTimestamp'>): number =>
  Date.parse(creationTimestamp) + limits.sessionLatestStartSeconds * 1000;

/** Of an object that says nothing of it: when what it begins has begun. */
export const unattendedUntil = ({ creationTimestamp }: Pick<ObjectMeta, 'creationTimestamp'>): number =>
  Date.parse(creationTimestamp) + unattendedMs;

/** By any clock: a session that could begin until then has begun, or never will. */
export const hasHadItsStart = (startBy: number, now: number): boolean => startBy + marginMs < now;

/** When a session that was opened at this time is closed at the latest. */
export const expiresAtOf = (startedAt: number, maxTtlSeconds: number): number => startedAt + maxTtlSeconds * 1000;

/**
 * Its pod is the first to end it, by the clock that its beginning is known by. An operator whose clock is ahead by no more than
 * this takes nothing of its time.
 */
export const clocksDifferMs = 1000;

/** What bounds the life of a session. */
export interface Bounds {
  startBy: number;
  maxTtlSeconds: number;
}

const latestEnd = ({ startBy, maxTtlSeconds }: Bounds): number => expiresAtOf(startBy, maxTtlSeconds);

/** When the node of a pod ends it: the pod's program has had its time by then, and time to say how it ended. */
export const killedAt = (bounds: Bounds): number => latestEnd(bounds) + endingMs;

/** When a pod that can't be asked counts as dead: its node, if it is there, has ended it. */
export const deadAt = (bounds: Bounds): number => latestEnd(bounds) + marginMs;
