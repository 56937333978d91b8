import { limits, noActions, type PodRecord } from '@tintype/contracts';
import type { BrowserSession, Pod } from '@tintype/crds';
import { labels, ownPodLabels, sessionIdOf } from '@tintype/crds';
import { type SessionCharge, type SessionOpen, sessionCredits } from '@tintype/ledger';
import { type Orphan, orphansOf, withoutOwn } from './orphans.js';
import type { Outside } from './outside.js';
import { hasEnded, lastWords, sessionUid } from './pod-state.js';
import { releasePod } from './release-pod.js';
import { timeText } from './time-text.js';

type SweepOutside = Pick<Outside, 'store' | 'agent' | 'slots' | 'books' | 'clock' | 'scope'>;

/** Covers the clocks of api, operator and pods, and calls that are still under way. */
const marginMs = 60_000;

/**
 * Settles what sessions left behind whose objects are gone: their finalizer was stripped, or they never came to be. Reads
 * nothing from a cache; where the API server or the books can't be reached it throws, and has done nothing wrong.
 */
export const sweep = async (outside: SweepOutside): Promise<void> => {
  const readAt = outside.clock.now();
  const { items } = await outside.store.list('Pod', { ...outside.scope, labels: ownPodLabels });
  const pods = items.filter(({ metadata }) => metadata.labels?.[labels.session]);
  const remains = { slots: await outside.slots.all(), opens: await outside.books.unsettled(), pods };
  // What had time to begin when it was read is not judged, however late it is by now: its open may be missing.
  const orphans = orphansOf(remains).filter(({ startBy }) => startBy + marginMs < readAt);
  for (const orphan of orphans) await sweepOne(outside, orphan);
};

const sweepOne = async (outside: SweepOutside, orphan: Orphan): Promise<void> => {
  const standing = await outside.store.get('BrowserSession', orphan.key);
  const left = withoutOwn(orphan, standing);
  if (!left) return;
  const pods = await podsOf(outside, left, standing);
  const ends = await Promise.all(pods.map((pod) => endOf(outside, left, pod)));
  if (ends.some((end) => end === undefined)) return;
  if (left.open) await outside.books.charge(chargeOf(left.open, ends, outside.clock.now()));
  if (left.slot) await outside.slots.free(left.slot.account, left.session);
  await Promise.all(pods.map((pod) => releasePod(outside.store, pod)));
};

/** All that were made or claimed for it, but those of the object that stands under its name now. */
const podsOf = async ({ store }: SweepOutside, { key, session }: Orphan, standing: BrowserSession | undefined) => {
  const { items } = await store.list('Pod', { namespace: key.namespace, labels: { [labels.session]: key.name } });
  const others = items.filter((pod) => sessionUid(pod) !== standing?.metadata.uid);
  return others.filter((pod) => sessionIdOf(key.name, sessionUid(pod) ?? '') === session);
};

/** How a pod ended, or that it says nothing; undefined while it may still run the session. It is deleted in any case. */
const endOf = async (outside: SweepOutside, orphan: Orphan, pod: Pod): Promise<{ record?: PodRecord } | undefined> => {
  if (hasEnded(pod)) return recordOf(lastWords(pod));
  const longest = orphan.open?.options.maxTtlSeconds ?? limits.sessionTtlSeconds;
  const countsAsDead = outside.clock.now() > orphan.startBy + longest * 1000 + marginMs;
  try {
    return recordOf(await outside.agent.close(pod, orphan.session));
  } catch {
    await deletePod(outside, pod);
    return countsAsDead ? {} : undefined;
  }
};

const recordOf = (record: PodRecord | undefined) => (record ? { record } : {});

const deletePod = async ({ store }: SweepOutside, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, deletionTimestamp } = metadata;
  if (!deletionTimestamp) await store.delete('Pod', { namespace, name }, { uid });
};

/** From the pod's own word; free without one. */
const chargeOf = (
  open: SessionOpen,
  ends: readonly ({ record?: PodRecord } | undefined)[],
  now: number,
): SessionCharge => {
  const record = ends
    .map((end) => end?.record)
    .find((each) => each?.session === open.session && each.openMs !== undefined);
  const { session, account, uid, options } = open;
  const credits = record?.confirmed ? sessionCredits(record.openMs ?? 0, options.maxTtlSeconds) : 0;
  const { startedAt, openMs = 0 } = record ?? {};
  return {
    session,
    account,
    uid,
    credits,
    ...(startedAt ? { startedAt, endedAt: timeText(Date.parse(startedAt) + openMs) } : {}),
    closeReason: 'ObjectGone',
    options,
    counts: record?.counts ?? noActions,
    at: timeText(now),
  };
};
