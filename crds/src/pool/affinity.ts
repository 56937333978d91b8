import { z } from 'zod';
import { dnsLabel, labelName } from '../schema/names.js';
import { labelSelector, nodeRequirement } from './label-selector.js';

const maxItems = 4;

const weight = () =>
  z.int().min(1).max(100).describe('Weight of this wish. A node scores the sum of the wishes that it fulfils.');

const nodeTerm = () =>
  z.object({
    matchExpressions: z
      .array(nodeRequirement())
      .min(1)
      .max(maxItems)
      .describe('Conditions on the labels of a node. All must hold.'),
  });

const nodeAffinity = z.object({
  requiredDuringSchedulingIgnoredDuringExecution: z
    .object({
      nodeSelectorTerms: z.array(nodeTerm()).min(1).max(maxItems).describe('Kinds of nodes. One must fit.'),
    })
    .describe('Nodes on which a pod may run.')
    .optional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.object({ weight: weight(), preference: nodeTerm().describe('The preferred nodes.') }))
    .max(maxItems)
    .describe('Nodes that are preferred.')
    .optional(),
});

const podTerm = () =>
  z.object({
    labelSelector: labelSelector().describe('Selects the pods. By default it selects none.').optional(),
    namespaces: z
      .array(dnsLabel())
      .max(maxItems)
      .describe("Namespaces of those pods. Default: the pool's own.")
      .optional(),
    topologyKey: labelName().describe(
      'Label of nodes, such as kubernetes.io/hostname. Nodes with the same value are one place.',
    ),
  });

const podAffinity = (nearness: string) =>
  z
    .object({
      requiredDuringSchedulingIgnoredDuringExecution: z
        .array(podTerm())
        .max(maxItems)
        .describe('Required conditions. All must hold.')
        .optional(),
      preferredDuringSchedulingIgnoredDuringExecution: z
        .array(
          z.object({ weight: weight(), podAffinityTerm: podTerm().describe('The pods, and the meaning of a place.') }),
        )
        .max(maxItems)
        .describe('Preferred places.')
        .optional(),
    })
    .describe(`Put the pods ${nearness} certain other pods.`)
    .optional();

/**
 * Without matchFields, namespaceSelector, matchLabelKeys and mismatchLabelKeys. Every field has a bound, so that the
 * API server refuses a bad pool and not its pods.
 * https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#affinity-and-anti-affinity
 */
export const affinitySchema = z.object({
  nodeAffinity: nodeAffinity.describe('Nodes on which the pods run.').optional(),
  podAffinity: podAffinity('beside'),
  podAntiAffinity: podAffinity('away from'),
});
