import { createHash } from 'node:crypto';
import {
  type BrowserPool,
  type BrowserSession,
  isStarting,
  keyText,
  labels,
  type NewPod,
  type ObjectKey,
  operatorPodLabels,
  type Pod,
  recordFinalizer,
} from '@tintype/crds';
import { sessionUid } from '../browser-session/pods/pod-state.js';
import type { PodTemplate } from '../browser-session/pods/resources.js';
import { controllerReference, hasFinalizer } from '../controller/object-metadata.js';
import type { TemplateFor } from './dependencies.js';

/** The key of the pod's pool; undefined without a label. */
export const poolKeyOf = ({ metadata }: Pod): string | undefined => {
  const name = metadata.labels?.[labels.pool];
  return name ? keyText({ namespace: metadata.namespace, name }) : undefined;
};

/**
 * True if no session has claimed the pod, and it was created for none. People may remove its labels: then the finalizer
 * shows a claim.
 */
export const isUnclaimed = (pod: Pod): boolean =>
  pod.metadata.labels?.[labels.session] === undefined &&
  sessionUid(pod) === undefined &&
  !hasFinalizer(pod, recordFinalizer);

/** Oldest first; within a second, by name. All engines write times in one form, which sorts as text. */
export const byAge = ({ metadata: one }: Pod, { metadata: other }: Pod): number => {
  if (one.creationTimestamp !== other.creationTimestamp)
    return one.creationTimestamp < other.creationTimestamp ? -1 : 1;
  return one.name < other.name ? -1 : 1;
};

/** No earlier pod may have had this name, because a pod's token key is derived from its name. */
export const warmPodKey = ({ metadata: { namespace, name } }: BrowserPool, suffix: string): ObjectKey => ({
  namespace,
  name: `${name}-${suffix}`,
});

/** The pool owns the pod until a session claims it. */
export const warmPod = (pool: BrowserPool, key: ObjectKey, template: PodTemplate, hash: string): NewPod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    ...key,
    labels: {
      ...template.labels,
      ...operatorPodLabels,
      [labels.pool]: pool.metadata.name,
      [labels.template]: hash,
    },
    annotations: template.annotations,
    ownerReferences: [controllerReference(pool)],
  },
  spec: { ...template.spec, restartPolicy: 'Never' },
});

/** 16 hexadecimal digits tell the templates of one pool apart. */
const hashDigits = 16;

/**
 * A hash of the template that a pod with the pool's name would get. The hash changes with the pool's spec, and with the
 * operator's settings and program. It also changes with the root key, from which a key in the template is derived.
 */
export const templateHash = (pool: BrowserPool, template: TemplateFor): string => {
  const { namespace, name } = pool.metadata;
  return hashOf(template(pool, { namespace, name }));
};

const hashOf = (template: PodTemplate): string =>
  createHash('sha256').update(JSON.stringify(template, withSortedKeys)).digest('hex').slice(0, hashDigits);

/** Replacer of JSON.stringify. Engines may return an object's fields in another order. */
const withSortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The key of the session's pool, whether it exists or not. */
export const poolOfSession = ({ metadata: { namespace }, spec }: BrowserSession): string =>
  keyText({ namespace, name: spec.pool });

/** True if the session waited for its browser before this change, and no longer does. */
export const stopsWaiting = (previous: BrowserSession | undefined, current: BrowserSession | undefined): boolean =>
  previous !== undefined && isStarting(previous) && !(current && isStarting(current));
