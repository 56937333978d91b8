import { limits, noActions, type PodRecord } from '@tintype/contracts';
import { type BrowserSession, hasEnded, type Pod, podRecordOf } from '@tintype/crds';
import { objectGone, type SessionCharge, type SessionOpen, sessionCredits } from '@tintype/ledger';
import type { SessionDependencies } from '../pass/dependencies.js';
import { chargeOf } from '../pass/session-charge.js';
import { type Bounds, deadAt, expiresAtOf, isPastStart, timeText } from '../pass/times.js';
import { sessionUid } from '../pods/pod-state.js';
import { deletePod, releasePod } from '../pods/remove-pod.js';
import { hasReleasedSlot, type Orphan, orphanedParts, orphansOf } from './orphans.js';

type SweepDependencies = Pick<SessionDependencies, 'store' | 'agent' | 'slots' | 'ledger' | 'clock' | 'scope'>;

/**
 * Settles sessions whose objects are gone (finalizer removed, or never created). Also settles what a late call left
 * after a session's end. Uses no informer. If it reads a stale copy of the ledger, the next sweep finds the opens that
 * the copy lacks.
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
  const left = orphanedParts(orphan, current);
  if (!left) return;
  // Take the time before the pods are read.
  const countsAsDead = dependencies.clock.now() > deadAt(boundsOf(left));
  const pods = await podsOf(dependencies, left, current);
  // One after the other, here and below: after a failure nothing may run on.
  const ends = [];
  for (const pod of pods) ends.push(await closePod(dependencies, left, { pod, countsAsDead }));
  // A pod may have lost its labels and owner, and may still run somewhere.
  if (left.open && pods.length === 0 && !countsAsDead) return;
  if (ends.some((end) => end === undefined)) return;
  if (left.open)
    await dependencies.ledger.charge(chargeFor(left.open, { current, ends, now: dependencies.clock.now() }));
  // Release the pods before the slot: if this fails, the next sweep finds them by the slot.
  for (const pod of pods) await releasePod(dependencies.store, pod);
  if (left.slot) await dependencies.slots.free(left.slot.account, left.session, left.slot);
};

/**
 * The orphan's pods that still exist, without those of an unfinished object of the same name. None is missing: all were
 * created before the list.
 */
const podsOf = async ({ store }: SweepDependencies, { pods }: Orphan, current: BrowserSession | undefined) => {
  const isOfCurrent = (pod: Pod) => sessionUid(pod) === current?.metadata.uid;
  const others = current && !hasReleasedSlot(current) ? pods.filter((pod) => !isOfCurrent(pod)) : pods;
  const read: Pod[] = [];
  for (const { metadata } of others) {
    const pod = await store.get('Pod', { namespace: metadata.namespace, name: metadata.name });
    if (pod?.metadata.uid === metadata.uid) read.push(pod);
  }
  return read;
};

const boundsOf = ({ open, startBy }: Orphan): Bounds => ({
  startBy,
  maxTtlSeconds: open?.options.maxTtlSeconds ?? limits.sessionTtlSeconds,
});

/** The pod's record, if there is one. Undefined while the pod may run the session. Deletes a pod without an answer. */
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

/** The charge by the pods' records. Without a record, the session is free. */
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
