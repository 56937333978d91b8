import { type BrowserPool, labels, type NewPod, type ObjectKey, ownPodLabels } from '@tintype/crds';
import type { PodTemplate } from '../browser-session/pods/resources.js';
import { controllerReference } from '../controller/owner-references.js';

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
