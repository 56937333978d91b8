import { createHash } from 'node:crypto';
import {
  type BrowserPool,
  type BrowserSession,
  isStarting,
  keyText,
  labels,
  type NewPod,
  type ObjectKey,
  ownPodLabels,
  type Pod,
  recordFinalizer,
} from '@tintype/crds';
import { sessionUid } from '../browser-session/pods/pod-state.js';
import type { PodTemplate } from '../browser-session/pods/resources.js';
import { controllerReference, hasFinalizer } from '../controller/object-metadata.js';
import type { TemplateFor } from './dependencies.js';

/** The key of the pool whose pod it is. */
export const poolKeyOf = ({ metadata }: Pod): string | undefined => {
  const name = metadata.labels?.[labels.pool];
  return name ? keyText({ namespace: metadata.namespace, name }) : undefined;
};

/** No session has claimed it, and it was made for none; where people took away what says so, its finalizer does. */
export const isUnclaimed = (pod: Pod): boolean =>
  pod.metadata.labels?.[labels.session] === undefined &&
  sessionUid(pod) === undefined &&
  !hasFinalizer(pod, recordFinalizer);

/** The oldest first; of the same second, by name. An engine writes all times in one form, which sorts as text. */
export const byAge = ({ metadata: one }: Pod, { metadata: other }: Pod): number => {
  if (one.creationTimestamp !== other.creationTimestamp)
    return one.creationTimestamp < other.creationTimestamp ? -1 : 1;
  return one.name < other.name ? -1 : 1;
};

/** A name that no pod had before: a pod's key follows from it, so that nobody gets that of an earlier one. */
export const warmPodKey = ({ metadata: { namespace, name } }: BrowserPool, suffix: string): ObjectKey => ({
  namespace,
  name: `${name}-${suffix}`,
});

/**
 * A pod whose browser is up before anybody asks. It is the pool's child until a session claims it. What it looks like
 * besides is its template's; the label with the hash of it says whether that is still the pool's.
 */
export const warmPod = (pool: BrowserPool, key: ObjectKey, template: PodTemplate, hash: string): NewPod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    ...key,
    labels: {
      ...template.labels,
      ...ownPodLabels,
      [labels.pool]: pool.metadata.name,
      [labels.template]: hash,
    },
    annotations: template.annotations,
    ownerReferences: [controllerReference(pool)],
  },
  spec: { ...template.spec, restartPolicy: 'Never' },
});

/** Enough to tell the templates of one pool apart, as the value of a label. */
const digits = 16;

/**
 * Tells pods that are made from the same from others, whether the pool has changed, the operator's settings or its program.
 * It is that of a pod with the pool's own name, whose key, too, changes with the root key.
 */
export const templateHash = (pool: BrowserPool, template: TemplateFor): string => {
  const { namespace, name } = pool.metadata;
  return hashOf(template(pool, { namespace, name }));
};

const hashOf = (template: PodTemplate): string =>
  createHash('sha256').update(JSON.stringify(template, inOrder)).digest('hex').slice(0, digits);

/** Engines may give the fields of an object back in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The key of the pool that the session names, whether it is there or not. */
export const poolOfSession = ({ metadata: { namespace }, spec }: BrowserSession): string =>
  keyText({ namespace, name: spec.pool });

/** It waited for its browser, and does not any more. */
export const stopsWaiting = (previous: BrowserSession | undefined, current: BrowserSession | undefined): boolean =>
  previous !== undefined && isStarting(previous) && !(current && isStarting(current));
