import { z } from 'zod';
import { affinitySchema } from './affinity.js';
import { dnsName } from './fields/dns-name.js';
import { formed } from './fields/formed.js';
import { keyedList } from './fields/keyed-list.js';
import { labelValue } from './fields/label-value.js';
import { namedMap } from './fields/named-map.js';
import { text } from './fields/text.js';
import { ownPrefix, reservedNames } from './own-names.js';
import { podAnnotations } from './pod-annotations.js';
import { podResources } from './pod-resources.js';
import { ruled } from './ruled.js';
import { seccompProfileSchema } from './seccomp-profile.js';
import { tolerationSchema } from './toleration.js';
import { topologySpread } from './topology-spread.js';

const secretSchema = z.object({ name: dnsName(253).describe("Name of a Secret in the pool's namespace.") });

const envSchema = z.object({
  name: formed({
    most: 128,
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    takes: 'letters, digits and _, not beginning with a digit',
  }).describe('Name of the variable.'),
  value: ruled(text(1024), {
    // The pod would be made, and its container never started.
    rule: "!self.contains('\\u0000')",
    message: 'takes any character but NUL',
    holds: (value) => !value.includes('\0'),
  })
    .default('')
    .describe('Its value, as it is; nothing is expanded. It is stored in the clear: no place for secrets.'),
});

const metadataFields = {
  labels: ruled(namedMap(labelValue(), 32), reservedNames)
    .describe(`Labels of the pods besides the operator's own; names below ${ownPrefix} are reserved.`)
    .optional(),
  annotations: podAnnotations()
    .describe(
      `Annotations of the pods besides the operator's own; names below ${ownPrefix} are reserved, and Kubernetes' own for tolerations, seccomp and AppArmor are refused.`,
    )
    .optional(),
};

const containerFields = {
  image: formed({ most: 512, pattern: /^[!-~]+$/, takes: 'the name of an image, without blanks' })
    .describe(
      "Image of the browser container, best with a digest. The operator's own setting where it is left out; on one machine, without Kubernetes, there are processes and no images.",
    )
    .optional(),
  imagePullPolicy: z
    .enum(['Always', 'IfNotPresent', 'Never'])
    .describe(
      'When the image is pulled. As Kubernetes does where it is left out: Always for the tag latest, else IfNotPresent.',
    )
    .optional(),
  imagePullSecrets: keyedList(secretSchema, { keys: ['name'], most: 8 })
    .describe('Secrets that the image is pulled with.')
    .optional(),
  resources: podResources()
    .describe("What the browser container gets. The operator's own setting where it is left out.")
    .optional(),
  env: keyedList(envSchema, { keys: ['name'], most: 32 })
    .describe(
      'Variables of the browser container, such as settings of browser-node. Those that the operator sets itself win.',
    )
    .optional(),
  seccompProfile: seccompProfileSchema
    .describe('Seccomp profile of the pods. The profile that comes with the chart where it is left out.')
    .optional(),
};

const schedulingFields = {
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

/**
 * The part of a pod that a pool decides; the rest is the operator's, since sessions rely on it. What is admitted here is
 * admitted as a part of a pod, too: a pool whose pods are refused would tell nobody in time.
 */
export const podTemplateSchema = z.object({ ...metadataFields, ...containerFields, ...schedulingFields });
