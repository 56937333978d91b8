import { type BrowserPool, hasEnded, labels, type Pod, unreadySince } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import { firstReason } from '../controller/first-reason.js';
import { isControlledBy } from '../controller/object-metadata.js';
import { isUnclaimed } from './pool-pod.js';
import type { Removal } from './reasons.js';

/** Longer than an image takes to come and a browser to start; a node that is lost is emptied after so long, too. */
const unreadyMs = 300_000;

interface Member {
  pool: BrowserPool;
  pod: Pod;
  /** The hash of what the pool's pods are made from now. */
  template: string;
  /** Milliseconds of the epoch. */
  now: number;
}

const isOutdated = ({ pod, template }: Member) => pod.metadata.labels?.[labels.template] !== template;

/** Why an unclaimed pod is of no use any more. */
export const whyUseless = firstReason<Member, Removal>([
  ({ pod }) => (hasEnded(pod) ? 'PodEnded' : undefined),
  ({ pod, pool }) => (isControlledBy(pod, pool) ? undefined : 'PoolReplaced'),
  (member) => (isOutdated(member) ? 'TemplateChanged' : undefined),
  ({ pod, now }) => (isReady(pod) || givenUpAt(pod) > now ? undefined : pod.spec.nodeName ? 'NotReady' : 'NoRoom'),
]);

/** When one that is not ready is of no use any more, in milliseconds of the epoch. */
export const givenUpAt = (pod: Pod): number =>
  Date.parse(unreadySince(pod) ?? pod.metadata.creationTimestamp) + unreadyMs;

/** When it is older than the pool's pods are to get, in milliseconds of the epoch. */
export const tooOldAt = (pool: BrowserPool, pod: Pod): number =>
  Date.parse(pod.metadata.creationTimestamp) + pool.spec.maxAgeSeconds * 1000;

/** Why a pod can't be given to a session now. */
export const whyNotGiven = firstReason<Member & { isNamed: (pod: Pod) => boolean }, Removal | 'Claimed' | 'Named'>([
  ({ pod }) => (isUnclaimed(pod) ? undefined : 'Claimed'),
  ({ pod }) => (pod.metadata.deletionTimestamp ? 'Surplus' : undefined),
  whyUseless,
  ({ pod }) => (isReady(pod) ? undefined : 'NotReady'),
  ({ pod, isNamed }) => (isNamed(pod) ? 'Named' : undefined),
]);
