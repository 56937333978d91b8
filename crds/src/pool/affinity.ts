import { z } from 'zod';
import { dnsLabel, labelName } from '../schema/names.js';
import { labelSelector, nodeRequirement } from './label-selector.js';

const most = 4;

const weight = () =>
  z
    .int()
    .min(1)
    .max(100)
    .describe('How much it counts beside the other wishes: a node gets the sum of those it fulfils.');

const nodeTerm = () =>
  z.object({
    matchExpressions: z
      .array(nodeRequirement())
      .min(1)
      .max(most)
      .describe('What holds of the labels of a node; all of it.'),
  });

const nodeAffinity = z.object({
  requiredDuringSchedulingIgnoredDuringExecution: z
    .object({
      nodeSelectorTerms: z.array(nodeTerm()).min(1).max(most).describe('Kinds of nodes; one of them must fit.'),
    })
    .describe('Nodes that a pod may run on at all.')
    .optional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.object({ weight: weight(), preference: nodeTerm().describe('The kind of nodes.') }))
    .max(most)
    .describe('Nodes that are better than others.')
    .optional(),
});

const podTerm = () =>
  z.object({
    labelSelector: labelSelector().describe('The pods that are meant; none where it is left out.').optional(),
    namespaces: z
      .array(dnsLabel())
      .max(most)
      .describe("Namespaces of those pods; the pool's own where it is left out.")
      .optional(),
    topologyKey: labelName().describe(
      'Label of nodes: those with the same value of it are one place, as with kubernetes.io/hostname.',
    ),
  });

const podAffinity = (nearness: string) =>
  z
    .object({
      requiredDuringSchedulingIgnoredDuringExecution: z
        .array(podTerm())
        .max(most)
        .describe('Where a pod must be; all of it.')
        .optional(),
      preferredDuringSchedulingIgnoredDuringExecution: z
        .array(z.object({ weight: weight(), podAffinityTerm: podTerm().describe('The pods, and what a place is.') }))
        .max(most)
        .describe('Where a pod is better off.')
        .optional(),
    })
    .describe(`The pods are ${nearness} certain other pods.`)
    .optional();

/**
 * pod.spec.affinity without matchFields, namespaceSelector, matchLabelKeys and mismatchLabelKeys. Every field has a
 * bound, so that the API server refuses a bad pool and not its pods.
 * https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#affinity-and-anti-affinity
 */
export const affinitySchema = z.object({
  nodeAffinity: nodeAffinity.describe('Which nodes the pods run on.').optional(),
  podAffinity: podAffinity('put beside'),
  podAntiAffinity: podAffinity('kept away from'),
});
