import { z } from 'zod';
import { keyedList, namedMap } from '../schema/collections.js';
import { dnsName, labelName, labelValue } from '../schema/names.js';
import { ruled } from '../schema/rule.js';
import { affinitySchema } from './affinity.js';
import { labelSelector } from './label-selector.js';

/** One of pod.spec.tolerations. https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
const tolerationSchema = ruled(
  z.object({
    key: labelName().describe('Key of the taint; every key where it is left out, with operator Exists.').optional(),
    operator: z
      .enum(['Exists', 'Equal'])
      .default('Equal')
      .describe('Whether the value is compared (Equal) or any will do (Exists).'),
    value: labelValue().describe('Value of the taint that is tolerated, with operator Equal.').optional(),
    effect: z
      .enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])
      .describe('Effect of the taint that is tolerated; every effect where it is left out.')
      .optional(),
    tolerationSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .describe('With effect NoExecute: how long the pod may stay; for ever where it is left out.')
      .optional(),
  }),
  {
    rule: "self.operator == 'Exists' ? !has(self.value) : has(self.key)",
    message: 'a toleration has no value with operator Exists, and a key with operator Equal',
    holds: ({ operator, key, value }) => (operator === 'Exists' ? value === undefined : key !== undefined),
  },
  {
    rule: "!has(self.tolerationSeconds) || has(self.effect) && self.effect == 'NoExecute'",
    message: 'tolerationSeconds goes with effect NoExecute only',
    fieldPath: '.tolerationSeconds',
    holds: ({ effect, tolerationSeconds }) => tolerationSeconds === undefined || effect === 'NoExecute',
  },
);

const policy = (what: string) => z.enum(['Honor', 'Ignore']).describe(what).optional();

const constraintSchema = ruled(
  z.object({
    maxSkew: z.int().min(1).max(1000).describe('How many pods more one place may have than the emptiest.'),
    topologyKey: labelName().describe('Label of nodes: those with the same value of it are one place.'),
    whenUnsatisfiable: z
      .enum(['DoNotSchedule', 'ScheduleAnyway'])
      .describe('Whether a pod that cannot be placed so waits (DoNotSchedule), or goes anywhere (ScheduleAnyway).'),
    labelSelector: labelSelector().describe('The pods that are counted; none where it is left out.').optional(),
    minDomains: z
      .int()
      .min(1)
      .max(1000)
      .describe('With DoNotSchedule only: with fewer places than this, the emptiest counts as one with no pods.')
      .optional(),
    nodeAffinityPolicy: policy(
      "Whether nodes that the pod's affinity and nodeSelector exclude are left out of the count (Honor, as Kubernetes does where it is left out) or not (Ignore).",
    ),
    nodeTaintsPolicy: policy(
      'Whether nodes whose taints the pod does not tolerate are left out of the count (Honor) or not (Ignore, as Kubernetes does where it is left out).',
    ),
  }),
  {
    rule: "!has(self.minDomains) || self.whenUnsatisfiable == 'DoNotSchedule'",
    message: 'minDomains goes with whenUnsatisfiable DoNotSchedule only',
    fieldPath: '.minDomains',
    holds: ({ minDomains, whenUnsatisfiable }) => minDomains === undefined || whenUnsatisfiable === 'DoNotSchedule',
  },
);

/**
 * pod.spec.topologySpreadConstraints without matchLabelKeys.
 * https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/
 */
const topologySpread = () => keyedList(constraintSchema, { keys: ['topologyKey', 'whenUnsatisfiable'], most: 8 });

export const schedulingFields = {
  nodeSelector: namedMap(labelValue(), 32)
    .describe('Labels that a node must have to get pods of this pool, with their values.')
    .optional(),
  tolerations: z.array(tolerationSchema).max(32).describe('Taints of nodes that the pods tolerate.').optional(),
  affinity: affinitySchema
    .describe(
      'Where the pods are put, by the labels of nodes and of pods that are there: the usual part of pod.spec.affinity.',
    )
    .optional(),
  topologySpreadConstraints: topologySpread()
    .describe('How the pods spread over zones and nodes, as in pod.spec.topologySpreadConstraints.')
    .optional(),
  priorityClassName: dnsName(253)
    .describe(
      "PriorityClass of the pods. A high one keeps sessions from being preempted; the cluster's default where it is left out.",
    )
    .optional(),
  runtimeClassName: dnsName(253)
    .describe('RuntimeClass of the pods, for instance one with a stronger isolation than containers have.')
    .optional(),
};
