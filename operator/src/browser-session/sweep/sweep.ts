import { limits, noActions, type PodRecord } from '@tintype/contracts';
import { type BrowserSession, hasEnded, type Pod, podRecordOf } from '@tintype/crds';
import { objectGone, type SessionCharge, type SessionOpen, sessionCredits } from '@tintype/ledger';
import type { SessionDependencies } from '../pass/dependencies.js';
import { chargeOf } from '../pass/session-charge.js';
import { type Bounds, deadAt, expiresAtOf, isPastStart, timeText } from '../pass/times.js';
import { sessionUid } from '../pods/pod-state.js';
import { deletePod, releasePod } from '../pods/remove-pod.js';
import { needsNoSlot, type Orphan, orphanedParts, orphansOf } from './orphans.js';

type SweepDependencies = Pick<SessionDependencies, 'store' | 'agent' | 'slots' | 'ledger' | 'clock' | 'scope'>;

/**
 * Settles sessions whose objects are gone (the finalizer was removed), or were never created. Also settles what a late
 * call left after a session's end. Uses no informer. A copy of the ledger may be stale: the next sweep finds the opens
 * that the copy lacked.
 * @throws after it has settled what it could
 */
export const sweep = async (dependencies: SweepDependencies): Promise<void> => {
  const readAt = dependencies.clock.now();
  const { items: pods } = await dependencies.store.list('Pod', { ...dependencies.scope });
  const leftovers = { slots: await dependencies.slots.all(), opens: await dependencies.ledger.unsettled(), pods };
  // Judge by the time of the read: an open may have appeared since.
  const orphans = orphansOf(leftovers).filter(({ startBy }) => isPastStart(startBy, readAt));
  await sweepEach(dependencies, orphans.filter(isIn(dependencies.scope)));
};

/** The operator may not read other namespaces. */
const isIn =
  (scope: SweepDependencies['scope']) =>
  ({ key: { namespace } }: Orphan): boolean =>
    scope?.namespace === undefined || scope.namespace === namespace;

/** Continues after a failure. @throws with all failures */
const sweepEach = async (dependencies: SweepDependencies, orphans: readonly Orphan[]): Promise<void> => {
  const failures: Error[] = [];
  for (const orphan of orphans) {
    try {
      await sweepOne(dependencies, orphan);
    } catch (cause) {
      failures.push(new Error(`cannot settle ${orphan.session}, whose object is gone`, { cause }));
    }
  }
  const [first] = failures;
  if (first) throw new AggregateError(failures, `${failures.length} of ${orphans.length}: ${first.message}`);
};

const sweepOne = async (dependencies: SweepDependencies, orphan: Orphan): Promise<void> => {
  const current = await dependencies.store.get('BrowserSession', orphan.key);
  const remains = orphanedParts(orphan, current);
  if (!remains) return;
  // Take the time before the read, so that a pod counts as dead only if it is read after `deadAt`.
  const countsAsDead = dependencies.clock.now() > deadAt(boundsOf(remains));
  const pods = await podsOf(dependencies, remains, current);
  // One after the other, here and below: after a failure, no other call of this sweep may still run.
  const ends = [];
  for (const pod of pods) ends.push(await closePod(dependencies, remains, { pod, countsAsDead }));
  // A pod may have lost its labels and owner, and may still run somewhere.
  if (remains.open && pods.length === 0 && !countsAsDead) return;
  if (ends.some((end) => end === undefined)) return;
  if (remains.open)
    await dependencies.ledger.charge(chargeFor(remains.open, { current, ends, now: dependencies.clock.now() }));
  // Free the slot last: if a release fails, the session still counts, and the next sweep continues.
  for (const pod of pods) await releasePod(dependencies.store, pod);
  if (remains.slot) await dependencies.slots.free(remains.slot.account, remains.session, remains.slot);
};

/**
 * The orphan's pods that still exist, without those of an unfinished object of the same name. The orphan has all pods:
 * they were created before the sweep listed them.
 */
const podsOf = async ({ store }: SweepDependencies, { pods }: Orphan, current: BrowserSession | undefined) => {
  const isOfCurrent = (pod: Pod) => sessionUid(pod) === current?.metadata.uid;
  const others = current && !needsNoSlot(current) ? pods.filter((pod) => !isOfCurrent(pod)) : pods;
  const existing: Pod[] = [];
  for (const { metadata } of others) {
    const pod = await store.get('Pod', { namespace: metadata.namespace, name: metadata.name });
    if (pod?.metadata.uid === metadata.uid) existing.push(pod);
  }
  return existing;
};

const boundsOf = ({ open, startBy }: Orphan): Bounds => ({
  startBy,
  maxTtlSeconds: open?.options.maxTtlSeconds ?? limits.sessionTtlSeconds,
});

/**
 * Closes the pod, and returns its record if there is one. Undefined while the pod may run the session. Deletes a pod
 * that does not answer.
 */
const closePod = async (
  dependencies: SweepDependencies,
  orphan: Orphan,
  { pod, countsAsDead }: { pod: Pod; countsAsDead: boolean },
): Promise<{ record?: PodRecord } | undefined> => {
  if (hasEnded(pod)) return recordOf(podRecordOf(pod));
  try {
    return recordOf(await dependencies.agent.close(pod, orphan.session));
  } catch {
    await deletePod(dependencies.store, pod);
    return countsAsDead ? {} : undefined;
  }
};

const recordOf = (record: PodRecord | undefined) => (record ? { record } : {});

interface ChargeFacts {
  current: BrowserSession | undefined;
  ends: readonly ({ record?: PodRecord } | undefined)[];
  now: number;
}

/** If the open's object exists, its status counts: the pod may not know that the session failed. */
const chargeFor = (open: SessionOpen, facts: ChargeFacts): SessionCharge => {
  const { current: session, now } = facts;
  const isOwn = session?.metadata.uid === open.uid;
  return isOwn ? chargeOf({ id: open.session, session, now }) : chargeByRecord(open, facts);
};

/** The charge by the pods' records. Unless a record shows that the client received the session, it is free. */
const chargeByRecord = (open: SessionOpen, { ends, now }: ChargeFacts): SessionCharge => {
  const record = ends
    .map((end) => end?.record)
    .find((each) => each?.session === open.session && each.openMs !== undefined);
  const { session, account, uid, options, createdAt } = open;
  const credits = record?.confirmed ? sessionCredits(record.openMs ?? 0, options.maxTtlSeconds) : 0;
  return {
    session,
    account,
    uid,
    credits,
    ...(createdAt && { createdAt }),
    ...(record && timesOf(record, options.maxTtlSeconds)),
    closeReason: objectGone,
    options,
    counts: record?.counts ?? noActions,
    at: timeText(now),
  };
};

const timesOf = ({ startedAt, openMs = 0 }: PodRecord, maxTtlSeconds: number): Partial<SessionCharge> => {
  if (!startedAt) return {};
  const start = Date.parse(startedAt);
  const expiresAt = expiresAtOf(start, maxTtlSeconds);
  // The pod's own timer fires a moment after `expiresAt`.
  const endedAt = Math.min(start + openMs, expiresAt);
  return { startedAt, expiresAt: timeText(expiresAt), endedAt: timeText(endedAt) };
};
