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
  /** All pods. Those that name a session as owner count, even if people removed their labels. */
  pods: readonly Pod[];
}

const orphanOfPod = (pod: Pod): Orphan[] => {
  const { metadata } = pod;
  const owner = ownSession(pod);
  if (!owner) return [];
  const { name, uid } = owner;
  // The pod does not show its session's startBy: assume that the session was created with the pod.
  const startBy = defaultStartBy(metadata);
  return [{ session: sessionIdOf(name, uid), key: { namespace: metadata.namespace, name }, startBy, pods: [pod] }];
};

const orphanOfEntry = ({ session, namespace, name, startBy }: TakenSlot | SessionOpen) => ({
  session,
  key: { namespace, name },
  startBy: Date.parse(startBy),
  pods: [],
});

/** One entry per session, whether its object exists or not. */
export const orphansOf = ({ slots, opens, pods }: Leftovers): Orphan[] => {
  const orphans = new Map<string, Orphan>();
  const all: Orphan[] = [
    ...pods.flatMap(orphanOfPod),
    ...slots.map((slot) => ({ ...orphanOfEntry(slot), slot })),
    ...opens.map((open) => ({ ...orphanOfEntry(open), open })),
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
 * True if the session needs no slot any more. A failed session counts, although its pod may not know of the failure
 * yet. `Closed` alone does not count: a person may have written it before the charge.
 */
export const needsNoSlot = (session: BrowserSession): boolean =>
  session.status?.phase === 'Rejected' || session.status?.phase === 'Failed' || isChargeDecided(session);

/** True if no later pass of the session charges an open. An open without a charge was then written late. */
const isPastOpening = (session: BrowserSession): boolean =>
  needsNoSlot(session) && findCondition(session.status?.conditions, 'Ready')?.reason !== 'Charged';

/**
 * Drops what belongs to the existing object, except what a late call left after the session's end. Such a slot may also
 * be that of an earlier object of this name. Or a nats-server lost the slot's deletion in a crash.
 */
export const orphanedParts = (orphan: Orphan, current: BrowserSession | undefined): Orphan | undefined => {
  if (!current || sessionIdOf(current.metadata.name, current.metadata.uid) !== orphan.session) return orphan;
  const { slot, open, ...rest } = orphan;
  const orphaned = {
    ...(slot && needsNoSlot(current) && { slot }),
    // The open of an earlier object of this name made this object fail. That open still needs its charge.
    ...(open && (open.uid !== current.metadata.uid || isPastOpening(current)) && { open }),
  };
  return Object.keys(orphaned).length > 0 ? { ...rest, ...orphaned } : undefined;
};
