import { z } from 'zod';
import { boundedMap } from './fields/bounded-map.js';
import { dnsName } from './fields/dns-name.js';
import { keyedList } from './fields/keyed-list.js';
import { quantity } from './fields/quantity.js';
import { text } from './fields/text.js';

/** Labels and annotations below this prefix are the operator's. */
export const ownPrefix = 'tintype.dev/';

const labelValue = () =>
  z
    .string()
    .max(63)
    .regex(/^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/);

const printable = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[!-~]+$/);

const amounts = (what: string) =>
  boundedMap(quantity().describe('How much of it, as in 500m, 2 or 1Gi.'), 16).describe(what).optional();

const tolerationSchema = z.object({
  key: printable(317).describe('Key of the taint; every key where it is left out, with operator Exists.').optional(),
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
});

const seccompProfileSchema = z.object({
  type: z
    .enum(['Localhost', 'RuntimeDefault', 'Unconfined'])
    .describe(
      "Localhost: the profile that localhostProfile names, which Chromium's sandbox needs. RuntimeDefault: the container runtime's own, which forbids user namespaces, and with them Chromium's sandbox: browsers do not start. Unconfined: none.",
    ),
  localhostProfile: printable(512)
    .describe(
      "With type Localhost, and only then: the profile's file, below the seccomp folder of the kubelet, as in profiles/tintype.json.",
    )
    .optional(),
});

const envSchema = z.object({
  name: z
    .string()
    .max(128)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .describe('Name of the variable: letters, digits and _, not beginning with a digit.'),
  value: text(4096)
    .default('')
    .describe('Its value, as it is; nothing is expanded. It is stored in the clear: no place for secrets.'),
});

const metadataFields = {
  labels: boundedMap(labelValue().describe('Value of the label.'), 32)
    .describe(`Labels of the pods besides the operator's own, at most 32; names below ${ownPrefix} are reserved.`)
    .optional(),
  annotations: boundedMap(text(4096).describe('Value of the annotation.'), 32)
    .describe(`Annotations of the pods besides the operator's own, at most 32; names below ${ownPrefix} are reserved.`)
    .optional(),
};

const containerFields = {
  image: printable(512)
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
  imagePullSecrets: keyedList(z.object({ name: dnsName(253).describe("Name of a Secret in the pool's namespace.") }), {
    key: 'name',
    most: 8,
  })
    .describe('Secrets that the image is pulled with.')
    .optional(),
  resources: z
    .object({
      requests: amounts('What a pod is sure to get, and is scheduled by: cpu, memory, ephemeral-storage.'),
      limits: amounts(
        'What a pod may take at most. A browser over its memory limit is ended, and its session with it.',
      ),
    })
    .describe("What the browser container gets. The operator's own setting where it is left out.")
    .optional(),
  env: keyedList(envSchema, { key: 'name', most: 64 })
    .describe(
      'Variables of the browser container, such as settings of browser-node. Those that the operator sets itself win.',
    )
    .optional(),
  seccompProfile: seccompProfileSchema
    .describe('Seccomp profile of the pods. The profile that comes with the chart where it is left out.')
    .optional(),
};

const schedulingFields = {
  nodeSelector: boundedMap(labelValue().describe('Value that the label has.'), 32)
    .describe('Labels that a node must have to get pods of this pool.')
    .optional(),
  tolerations: z.array(tolerationSchema).max(32).describe('Taints of nodes that the pods tolerate.').optional(),
  affinity: z
    .looseObject({})
    .describe(
      'Affinity and anti-affinity of the pods, in the form of pod.spec.affinity (kubectl explain pod.spec.affinity); handed to the pods as it is.',
    )
    .optional(),
  topologySpreadConstraints: z
    .array(z.looseObject({}).describe('One constraint, handed to the pods as it is.'))
    .max(16)
    .describe('How the pods spread over zones and nodes, in the form of pod.spec.topologySpreadConstraints.')
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

/** The part of a pod that a pool decides; the rest is the operator's, since sessions rely on it. */
export const podTemplateSchema = z.object({ ...metadataFields, ...containerFields, ...schedulingFields });
