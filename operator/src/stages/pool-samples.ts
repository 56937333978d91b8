import { type BrowserPool, keyText, labels, type ObjectMeta, operatorPodLabels, type Pod } from '@tintype/crds';
import { controllerReference } from '../controller/object-metadata.js';
import { at, samplePod } from './session-samples.js';

/** A pool of two pods since noon; `spec` and `metadata` override it. */
export const samplePool = (
  spec: Partial<BrowserPool['spec']> = {},
  metadata: Partial<ObjectMeta> = {},
): BrowserPool => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserPool',
  metadata: {
    namespace: 'default',
    name: 'default',
    uid: 'pool-uid',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: at(0),
    ...metadata,
  },
  spec: { replicas: 2, maxAgeSeconds: 3600, ...spec },
});

export const poolKey = keyText(samplePool().metadata);

/** The template of a pool's pods in tests; its version is in its labels. */
export const sampleTemplate = (pool: BrowserPool | undefined) => ({
  labels: pool?.spec.template?.labels ?? {},
  annotations: {},
  spec: { containers: [{ name: 'browser', image: 'browser' }] },
});

/** A ready warm pod of that pool, created `seconds` after noon. */
export const sampleWarmPod = (
  name: string,
  seconds = 0,
  {
    metadata,
    status,
    nodeName = 'node-1',
  }: { metadata?: Partial<ObjectMeta>; status?: Pod['status']; nodeName?: string } = {},
): Pod => {
  const pod = samplePod({
    metadata: {
      name,
      uid: `uid-of-${name}`,
      creationTimestamp: at(seconds),
      labels: { ...operatorPodLabels, [labels.pool]: 'default', [labels.template]: 'hash' },
      ownerReferences: [controllerReference(samplePool())],
      ...metadata,
    },
    ...(status ? { status } : {}),
  });
  const { finalizers: _, ...kept } = pod.metadata;
  return { ...pod, metadata: kept, spec: { ...pod.spec, ...(nodeName && { nodeName }) } };
};
