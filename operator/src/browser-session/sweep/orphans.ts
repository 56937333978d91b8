import { type BrowserSession, type ObjectKey, type Pod, sessionIdOf } from '@tintype/crds';
import type { SessionOpen, TakenSlot } from '@tintype/ledger';
import { findCondition } from '../../controller/conditions.js';
import { isBooked } from '../pass/session-charge.js';
import { unattendedUntil } from '../pass/times.js';
import { ownSession } from '../pods/pod-state.js';

/** Something of a session that may have no object any more: a slot, an open without a charge, pods. */
export interface Orphan {
  session: string;
  key: ObjectKey;
  /** Milliseconds of the epoch: until then its object may still come. */
  startBy: number;
  pods: readonly Pod[];
  slot?: TakenSlot;
  open?: SessionOpen;
}

export interface Remains {
  slots: readonly TakenSlot[];
  /** Without a charge. */
  opens: readonly SessionOpen[];
  /** Of sessions, by their owner alone: people may have taken their labels away. */
  pods: readonly Pod[];
}

const ofPod = (pod: Pod): Orphan[] => {
  const { metadata } = pod;
  const owner = ownSession(pod);
  if (!owner) return [];
  const { name, uid } = owner;
  // Without a word in the books, as if its session had been made when it was.
  const startBy = unattendedUntil(metadata);
  return [{ session: sessionIdOf(name, uid), key: { namespace: metadata.namespace, name }, startBy, pods: [pod] }];
};

const ofEntry = ({ session, namespace, name, startBy }: TakenSlot | SessionOpen) => ({
  session,
  key: { namespace, name },
  startBy: Date.parse(startBy),
  pods: [],
});

/** One for each session that something is left of, whether its object is there or not. */
export const orphansOf = ({ slots, opens, pods }: Remains): Orphan[] => {
  const orphans = new Map<string, Orphan>();
  const all: Orphan[] = [
    ...pods.flatMap(ofPod),
    ...slots.map((slot) => ({ ...ofEntry(slot), slot })),
    ...opens.map((open) => ({ ...ofEntry(open), open })),
  ];
  for (const orphan of all) {
    const known = orphans.get(orphan.session);
    const startBy = Math.max(known?.startBy ?? 0, orphan.startBy);
    const pods = [...(known?.pods ?? []), ...orphan.pods];
    orphans.set(orphan.session, { ...known, ...orphan, startBy, pods });
  }
  return [...orphans.values()];
};

/**
 * Nothing of it will need a slot any more, whoever took it last: it has given back what it had. One that failed may have a pod
 * that does not know of that yet, and one that a person has written off has not been charged.
 */
export const needsNoSlot = (session: BrowserSession): boolean =>
  session.status?.phase === 'Rejected' || session.status?.phase === 'Failed' || isBooked(session);

/** No pass of it will look for an open any more: one that is there took effect late, when the last had found none. */
const looksForNoOpen = (session: BrowserSession): boolean =>
  needsNoSlot(session) && findCondition(session.status?.conditions, 'Ready')?.reason !== 'Charged';

/**
 * What is left over, now that this object stands under its name: nothing of the session's own object, but for what came when it
 * was over, by a call that took effect late: its open, or a slot, which may be for an earlier object, too, or be there because a
 * nats-server that was killed had forgotten what was deleted a while before.
 */
export const withoutOwn = (orphan: Orphan, standing: BrowserSession | undefined): Orphan | undefined => {
  if (!standing || sessionIdOf(standing.metadata.name, standing.metadata.uid) !== orphan.session) return orphan;
  const { slot, open, ...rest } = orphan;
  const ofOthers = {
    ...(slot && needsNoSlot(standing) && { slot }),
    // A second object of the same name was refused by the open of the first, which still wants its charge.
    ...(open && (open.uid !== standing.metadata.uid || looksForNoOpen(standing)) && { open }),
  };
  return Object.keys(ofOthers).length > 0 ? { ...rest, ...ofOthers } : undefined;
};
