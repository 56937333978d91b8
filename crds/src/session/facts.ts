import type { SessionOptions } from '@tintype/contracts';
import type { BrowserSession, BrowserSessionStatus } from './browser-session.js';
import { phasesAfter, type SessionPhase } from './phases.js';

/** On a session: its charge is not written yet. */
export const billingFinalizer = 'tintype.dev/billing';

const byApi = /^sess-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of a session that the api makes. Whoever takes such a name by hand passes for the api. */
export const isNamedByApi = (name: string): boolean => byApi.test(name);

/** `sess_<uuid>`, as clients know it: the api's objects are named for it; of others it is the object's own uid. */
export const sessionIdOf = (name: string, uid: string): string =>
  `sess_${isNamedByApi(name) ? name.slice('sess-'.length) : uid}`;

export const sessionId = ({ metadata: { name, uid } }: BrowserSession): string => sessionIdOf(name, uid);

/** The object's name of a session that the api makes: an underscore may not stand in one. */
export const sessionName = (id: string): string => id.replace('_', '-');

/** What a session was opened with, as its pod, the books and clients have it. */
export const optionsOf = ({ spec }: Pick<BrowserSession, 'spec'>): SessionOptions => {
  const { maxTtlSeconds, proxy, bypassBotDetection, cdp } = spec;
  return { maxTtlSeconds, proxy, bypassBotDetection, cdp };
};

/** The condition `Ready` gives one of these reasons. */
export const saysReady = ({ conditions }: BrowserSessionStatus, reasons: readonly string[]): boolean =>
  conditions?.some(({ type, reason }) => type === 'Ready' && reasons.includes(reason)) ?? false;

/** An operator has written what the session comes to: all of it, in one write. People may have written a part. */
export const isFixed = ({ phase, closeReason, credits, counts }: BrowserSessionStatus): boolean =>
  closeReason !== undefined &&
  credits !== undefined &&
  (counts !== undefined || phase === 'Rejected' || phase === 'Failed');

/** It may become Active; so may one whose status nobody has written yet. */
export const isStartingPhase = (phase: SessionPhase = 'Pending'): boolean => phasesAfter[phase].includes('Active');

/** It waits for its browser: nobody has asked for its end, and it is not open yet. */
export const isStarting = ({ metadata, status }: Pick<BrowserSession, 'metadata' | 'status'>): boolean =>
  metadata.deletionTimestamp === undefined && isStartingPhase(status?.phase);
