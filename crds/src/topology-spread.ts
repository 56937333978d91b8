import { z } from 'zod';
import { keyedList } from './fields/keyed-list.js';
import { labelName } from './fields/label-name.js';
import { labelSelector } from './label-selector.js';
import { ruled } from './ruled.js';

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

/** pod.spec.topologySpreadConstraints without matchLabelKeys. https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/ */
export const topologySpread = () =>
  keyedList(constraintSchema, { keys: ['topologyKey', 'whenUnsatisfiable'], most: 8 });
