import { limits, noActions, type PodRecord } from '@tintype/contracts';
import { type BrowserSession, hasEnded, lastWords, type Pod } from '@tintype/crds';
import { objectGone, type SessionCharge, type SessionOpen, sessionCredits } from '@tintype/ledger';
import type { SessionDependencies } from '../pass/dependencies.js';
import { chargeOf } from '../pass/session-charge.js';
import { type Bounds, deadAt, expiresAtOf, hasHadItsStart, timeText } from '../pass/times.js';
import { sessionUid } from '../pods/pod-state.js';
import { deletePod, releasePod } from '../pods/remove-pod.js';
import { needsNoSlot, type Orphan, orphansOf, withoutOwn } from './orphans.js';

type SweepDependencies = Pick<SessionDependencies, 'store' | 'agent' | 'slots' | 'books' | 'clock' | 'scope'>;

/**
 * Settles what sessions left behind whose objects are gone: their finalizer was stripped, or they never came to be. And what
 * took effect when they were over already. No informer is asked; the books may be a copy that is behind, whose opens are
 * found the next time. Where the API server or the books can't be reached it throws, and has done nothing wrong.
 * @throws after it has settled what can be
 */
export const sweep = async (dependencies: SweepDependencies): Promise<void> => {
  const readAt = dependencies.clock.now();
  const { items: pods } = await dependencies.store.list('Pod', { ...dependencies.scope });
  const remains = { slots: await dependencies.slots.all(), opens: await dependencies.books.unsettled(), pods };
  // What had time to begin when it was read is not judged, however late it is by now: its open may be missing.
  const orphans = orphansOf(remains).filter(({ startBy }) => hasHadItsStart(startBy, readAt));
  await sweepEach(dependencies, orphans.filter(isIn(dependencies.scope)));
};

/** Objects of other namespaces are not looked after, and may not be read. */
const isIn =
  (scope: SweepDependencies['scope']) =>
  ({ key: { namespace } }: Orphan): boolean =>
    scope?.namespace === undefined || scope.namespace === namespace;

/** What cannot be settled now keeps nothing else from it. @throws with all that failed */
const sweepEach = async (dependencies: SweepDependencies, orphans: readonly Orphan[]): Promise<void> => {
  const failures: Error[] = [];
  for (const orphan of orphans) {
    try {
      await sweepOne(dependencies, orphan);
    } catch (cause) {
      failures.push(new Error(`what is left of ${orphan.session} cannot be settled`, { cause }));
    }
  }
  const [first] = failures;
  if (first) throw new AggregateError(failures, `${failures.length} of ${orphans.length}: ${first.message}`);
};

const sweepOne = async (dependencies: SweepDependencies, orphan: Orphan): Promise<void> => {
  const standing = await dependencies.store.get('BrowserSession', orphan.key);
  const left = withoutOwn(orphan, standing);
  if (!left) return;
  // By the time before they are read, as above.
  const countsAsDead = dependencies.clock.now() > deadAt(boundsOf(left));
  const pods = await podsOf(dependencies, left, standing);
  // One after the other, here and below: a sweep that fails has left nothing under way.
  const ends = [];
  for (const pod of pods) ends.push(await endOf(dependencies, left, { pod, countsAsDead }));
  // People have taken away what says whose a pod is: it may run on, and nobody knows where.
  if (left.open && pods.length === 0 && !countsAsDead) return;
  if (ends.some((end) => end === undefined)) return;
  if (left.open)
    await dependencies.books.charge(chargeFor(left.open, { standing, ends, now: dependencies.clock.now() }));
  // Before the slot: by that they are found again when this fails, and people took away what says whose they are.
  for (const pod of pods) await releasePod(dependencies.store, pod);
  if (left.slot) await dependencies.slots.free(left.slot.account, left.session, left.slot);
};

/**
 * Those that are still there, read now, but for those of the object that stands under its name, and is not over. None that could
 * run it is missing: it had its start when they were listed.
 */
const podsOf = async ({ store }: SweepDependencies, { pods }: Orphan, standing: BrowserSession | undefined) => {
  const isOfStanding = (pod: Pod) => sessionUid(pod) === standing?.metadata.uid;
  const others = standing && !needsNoSlot(standing) ? pods.filter((pod) => !isOfStanding(pod)) : pods;
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

/** How a pod ended, or that it says nothing; undefined while it may still run the session. It is deleted in any case. */
const endOf = async (
  dependencies: SweepDependencies,
  orphan: Orphan,
  { pod, countsAsDead }: { pod: Pod; countsAsDead: boolean },
): Promise<{ record?: PodRecord } | undefined> => {
  if (hasEnded(pod)) return recordOf(lastWords(pod));
  try {
    return recordOf(await dependencies.agent.close(pod, orphan.session));
  } catch {
    await deletePod(dependencies.store, pod);
    return countsAsDead ? {} : undefined;
  }
};

const recordOf = (record: PodRecord | undefined) => (record ? { record } : {});

interface Known {
  standing: BrowserSession | undefined;
  ends: readonly ({ record?: PodRecord } | undefined)[];
  now: number;
}

/** As the session itself says where it stands, and has failed; its pod may know nothing of that. */
const chargeFor = (open: SessionOpen, known: Known): SessionCharge => {
  const { standing: session, now } = known;
  const isOwn = session?.metadata.uid === open.uid;
  return isOwn ? chargeOf({ id: open.session, session, now }) : chargeByRecord(open, known);
};

/** From the pod's own word; free without one. */
const chargeByRecord = (open: SessionOpen, { ends, now }: Known): SessionCharge => {
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
  // The pod's own timer is up a moment later.
  const endedAt = Math.min(start + openMs, expiresAt);
  return { startedAt, expiresAt: timeText(expiresAt), endedAt: timeText(endedAt) };
};
