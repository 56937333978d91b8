import { isProfileName, type SessionOptions } from '@tintype/contracts';
import type { BrowserSession, BrowserSessionStatus } from './browser-session.js';
import { phasesAfter, type SessionPhase } from './phases.js';

/** On a session until its charge is written. */
export const billingFinalizer = 'tintype.dev/billing';

const apiNamePattern = /^sess-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A session with such a name counts as created by the api. */
export const isNamedByApi = (name: string): boolean => apiNamePattern.test(name);

/** `sess_<uuid>`: from the api's name, or else from the object's uid. */
export const sessionIdOf = (name: string, uid: string): string =>
  `sess_${isNamedByApi(name) ? name.slice('sess-'.length) : uid}`;

export const sessionId = ({ metadata: { name, uid } }: BrowserSession): string => sessionIdOf(name, uid);

/** The name of the object: Kubernetes allows no underscore. */
export const sessionName = (id: string): string => id.replace('_', '-');

/** The api's note of the saved login that it loads: an annotation, because the operator does nothing with it. */
export const profileAnnotation = 'tintype.dev/profile';

/** A person may write any annotation. `profile` is missing unless the api named the object and the value is valid. */
export const optionsOf = ({ metadata, spec }: Pick<BrowserSession, 'metadata' | 'spec'>): SessionOptions => {
  const { maxTtlSeconds, proxy, bypassBotDetection, cdp } = spec;
  const { [profileAnnotation]: profile = '' } = metadata.annotations ?? {};
  const isFromApi = isNamedByApi(metadata.name) && isProfileName(profile);
  return { maxTtlSeconds, proxy, bypassBotDetection, cdp, ...(isFromApi && { profile }) };
};

export const hasReadyReason = ({ conditions }: BrowserSessionStatus, reasons: readonly string[]): boolean =>
  conditions?.some(({ type, reason }) => type === 'Ready' && reasons.includes(reason)) ?? false;

/** Whether a browser has opened for the session, now or earlier. */
export const hasOpened = ({ status }: Pick<BrowserSession, 'status'>): boolean => status?.startedAt !== undefined;

/**
 * Whether the browser started for this session, and did not wait in a pool. The operator names the pod of such a
 * browser after the session.
 */
export const isColdStart = ({ metadata, status }: Pick<BrowserSession, 'metadata' | 'status'>): boolean =>
  status?.pod?.name.startsWith(`${metadata.name}-`) ?? false;

/** Whether the end is frozen. The operator writes these fields together; a person may have written some of them. */
export const isFrozen = ({ phase, closeReason, credits, counts }: BrowserSessionStatus): boolean =>
  closeReason !== undefined &&
  credits !== undefined &&
  (counts !== undefined || phase === 'Rejected' || phase === 'Failed');

/** Without a status the phase is Pending. */
export const isStartingPhase = (phase: SessionPhase = 'Pending'): boolean => phasesAfter[phase].includes('Active');

export const isStarting = ({ metadata, status }: Pick<BrowserSession, 'metadata' | 'status'>): boolean =>
  metadata.deletionTimestamp === undefined && isStartingPhase(status?.phase);
