import { type BrowserSession, type ObjectKey, type Pod, sessionIdOf } from '@tintype/crds';
import type { SessionOpen, TakenSlot } from '@tintype/ledger';
import { findCondition } from '../../controller/conditions.js';
import { isChargeDecided } from '../pass/session-charge.js';
import { defaultStartBy } from '../pass/times.js';
import { ownSession } from '../pods/pod-state.js';

/** What is left of a session that may have no object any more. */
export interface Orphan {
  session: string;
  key: ObjectKey;
  /** Epoch milliseconds; the object may appear until then. */
  startBy: number;
  pods: readonly Pod[];
  slot?: TakenSlot;
  open?: SessionOpen;
}

export interface Leftovers {
  slots: readonly TakenSlot[];
  /** Opens without a charge. */
  opens: readonly SessionOpen[];
  /** Found by their owner alone: people may have removed their labels. */
  pods: readonly Pod[];
}

const fromPod = (pod: Pod): Orphan[] => {
  const { metadata } = pod;
  const owner = ownSession(pod);
  if (!owner) return [];
  const { name, uid } = owner;
  // Without an open: assume that the session was created with its pod.
  const startBy = defaultStartBy(metadata);
  return [{ session: sessionIdOf(name, uid), key: { namespace: metadata.namespace, name }, startBy, pods: [pod] }];
};

const fromLedger = ({ session, namespace, name, startBy }: TakenSlot | SessionOpen) => ({
  session,
  key: { namespace, name },
  startBy: Date.parse(startBy),
  pods: [],
});

/** One entry per session, whether its object exists or not. */
export const orphansOf = ({ slots, opens, pods }: Leftovers): Orphan[] => {
  const orphans = new Map<string, Orphan>();
  const all: Orphan[] = [
    ...pods.flatMap(fromPod),
    ...slots.map((slot) => ({ ...fromLedger(slot), slot })),
    ...opens.map((open) => ({ ...fromLedger(open), open })),
  ];
  for (const orphan of all) {
    const earlier = orphans.get(orphan.session);
    const startBy = Math.max(earlier?.startBy ?? 0, orphan.startBy);
    const pods = [...(earlier?.pods ?? []), ...orphan.pods];
    orphans.set(orphan.session, { ...earlier, ...orphan, startBy, pods });
  }
  return [...orphans.values()];
};

/**
 * True if the session's slot is free for good. A failed session counts, although its pod may not know of the failure
 * yet. `Closed` alone does not count: a person may have written it, before the charge.
 */
export const hasReleasedSlot = (session: BrowserSession): boolean =>
  session.status?.phase === 'Rejected' || session.status?.phase === 'Failed' || isChargeDecided(session);

/** True if no later pass looks for an open. An open that still exists was written late. */
const isPastOpening = (session: BrowserSession): boolean =>
  hasReleasedSlot(session) && findCondition(session.status?.conditions, 'Ready')?.reason !== 'Charged';

/**
 * Drops what belongs to the existing object, except what a late call left after its end. The slot may also belong to an
 * earlier object of this name. Or it returned with a nats-server that lost its deletion in a crash.
 */
export const orphanedParts = (orphan: Orphan, current: BrowserSession | undefined): Orphan | undefined => {
  if (!current || sessionIdOf(current.metadata.name, current.metadata.uid) !== orphan.session) return orphan;
  const { slot, open, ...rest } = orphan;
  const orphaned = {
    ...(slot && hasReleasedSlot(current) && { slot }),
    // The open of an earlier object of this name still needs its charge. It made the second object fail.
    ...(open && (open.uid !== current.metadata.uid || isPastOpening(current)) && { open }),
  };
  return Object.keys(orphaned).length > 0 ? { ...rest, ...orphaned } : undefined;
};
