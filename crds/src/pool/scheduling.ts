import { z } from 'zod';
import { keyedList, namedMap } from '../schema/collections.js';
import { dnsName, labelName, labelValue } from '../schema/names.js';
import { ruled } from '../schema/rule.js';
import { affinitySchema } from './affinity.js';
import { labelSelector } from './label-selector.js';

/** https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
const tolerationSchema = ruled(
  z.object({
    key: labelName().describe('Key of the taint. Without a key, operator Exists tolerates every key.').optional(),
    operator: z
      .enum(['Exists', 'Equal'])
      .default('Equal')
      .describe('Equal compares the value; Exists tolerates every value.'),
    value: labelValue().describe('Tolerated value of the taint, for operator Equal.').optional(),
    effect: z
      .enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])
      .describe('Tolerated effect of the taint. Default: every effect.')
      .optional(),
    tolerationSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .describe('Seconds for which the pod may stay, for effect NoExecute. Default: for ever.')
      .optional(),
  }),
  {
    rule: "self.operator == 'Exists' ? !has(self.value) : has(self.key)",
    message: 'a toleration has no value for operator Exists, and a key for operator Equal',
    holds: ({ operator, key, value }) => (operator === 'Exists' ? value === undefined : key !== undefined),
  },
  {
    rule: "!has(self.tolerationSeconds) || has(self.effect) && self.effect == 'NoExecute'",
    message: 'tolerationSeconds needs effect NoExecute',
    fieldPath: '.tolerationSeconds',
    holds: ({ effect, tolerationSeconds }) => tolerationSeconds === undefined || effect === 'NoExecute',
  },
);

const policy = (what: string) => z.enum(['Honor', 'Ignore']).describe(what).optional();

const constraintSchema = ruled(
  z.object({
    maxSkew: z.int().min(1).max(1000).describe('How many more pods a place may have than the emptiest place.'),
    topologyKey: labelName().describe('Label of nodes. Nodes with the same value are one place.'),
    whenUnsatisfiable: z
      .enum(['DoNotSchedule', 'ScheduleAnyway'])
      .describe('A pod that does not fit waits (DoNotSchedule) or runs anywhere (ScheduleAnyway).'),
    labelSelector: labelSelector().describe('Selects the pods to count. By default it selects none.').optional(),
    minDomains: z
      .int()
      .min(1)
      .max(1000)
      .describe('Only for DoNotSchedule: with fewer places than this, the emptiest place counts as empty.')
      .optional(),
    nodeAffinityPolicy: policy(
      "Honor, the default of Kubernetes, does not count nodes that the pod's affinity and nodeSelector exclude. Ignore counts them.",
    ),
    nodeTaintsPolicy: policy(
      'Honor does not count nodes with taints that the pod does not tolerate. Ignore, the default of Kubernetes, counts them.',
    ),
  }),
  {
    rule: "!has(self.minDomains) || self.whenUnsatisfiable == 'DoNotSchedule'",
    message: 'minDomains needs whenUnsatisfiable DoNotSchedule',
    fieldPath: '.minDomains',
    holds: ({ minDomains, whenUnsatisfiable }) => minDomains === undefined || whenUnsatisfiable === 'DoNotSchedule',
  },
);

/** Without matchLabelKeys. https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/ */
const topologySpread = () => keyedList(constraintSchema, { keys: ['topologyKey', 'whenUnsatisfiable'], max: 8 });

export const schedulingFields = {
  nodeSelector: namedMap(labelValue(), 32)
    .describe('Labels with values that a node needs to run pods of this pool.')
    .optional(),
  tolerations: z.array(tolerationSchema).max(32).describe('Taints of nodes that the pods tolerate.').optional(),
  affinity: affinitySchema
    .describe('Where to place pods, by labels of nodes and of running pods: the common part of pod.spec.affinity.')
    .optional(),
  topologySpreadConstraints: topologySpread()
    .describe('How pods spread over zones and nodes, as in pod.spec.topologySpreadConstraints.')
    .optional(),
  priorityClassName: dnsName(253)
    .describe(
      "PriorityClass of the pods. A high priority protects sessions from preemption. Default: the cluster's default.",
    )
    .optional(),
  runtimeClassName: dnsName(253)
    .describe('RuntimeClass of the pods, for instance with stronger isolation than containers.')
    .optional(),
};
