import { z } from 'zod';
import { keyedList } from '../schema/collections.js';
import { dnsName } from '../schema/names.js';
import { ruled } from '../schema/rule.js';
import { formattedText, text } from '../schema/text.js';
import { podResources } from './resources.js';

const secretSchema = z.object({ name: dnsName(253).describe("Name of a Secret in the pool's namespace.") });

const envSchema = z.object({
  name: formattedText({
    maxLength: 128,
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    takes: 'letters, digits and _, not beginning with a digit',
  }).describe('Name of the variable.'),
  value: ruled(text(1024), {
    // A container with NUL in a variable never starts, although its pod exists.
    rule: "!self.contains('\\u0000')",
    message: 'takes any character but NUL',
    holds: (value) => !value.includes('\0'),
  })
    .default('')
    .describe('The value, without expansion. Kubernetes stores it in plain text: do not put secrets here.'),
});

const pathPart = '[A-Za-z0-9_][A-Za-z0-9._-]*';

const localhostProfile = formattedText({
  maxLength: 255,
  pattern: new RegExp(`^${pathPart}(/${pathPart})*$`),
  takes:
    'a relative path of letters, digits, _, . and -, without parts that begin with . or -, such as profiles/tintype.json',
});

/** pod.spec.securityContext.seccompProfile. https://kubernetes.io/docs/tutorials/security/seccomp/ */
const seccompProfileSchema = ruled(
  z.object({
    type: z
      .enum(['Localhost', 'RuntimeDefault', 'Unconfined'])
      .describe(
        "Localhost: the profile in localhostProfile, which Chromium's sandbox needs. RuntimeDefault: the container runtime's profile, which forbids user namespaces: Chromium's sandbox fails, and browsers do not start. Unconfined: no profile.",
      ),
    localhostProfile: localhostProfile
      .describe(
        "File of the profile below the kubelet's seccomp folder, such as profiles/tintype.json. Only for type Localhost, which requires it.",
      )
      .optional(),
  }),
  {
    rule: "(self.type == 'Localhost') == has(self.localhostProfile)",
    message: 'type Localhost needs localhostProfile, and other types cannot have it',
    fieldPath: '.localhostProfile',
    holds: ({ type, localhostProfile }) => (type === 'Localhost') === (localhostProfile !== undefined),
  },
);

export const containerFields = {
  image: formattedText({ maxLength: 512, pattern: /^[!-~]+$/, takes: 'the name of an image, without blanks' })
    .describe(
      "Image of the browser container, best with a digest. Default: the operator's setting. Without Kubernetes, on one machine, it has no effect: pods are processes there.",
    )
    .optional(),
  imagePullPolicy: z
    .enum(['Always', 'IfNotPresent', 'Never'])
    .describe(
      'When to pull the image. The default is that of Kubernetes: Always for the tag latest, else IfNotPresent.',
    )
    .optional(),
  imagePullSecrets: keyedList(secretSchema, { keys: ['name'], max: 8 })
    .describe('Secrets for pulling the image.')
    .optional(),
  resources: podResources().describe("Resources of the browser container. Default: the operator's setting.").optional(),
  env: keyedList(envSchema, { keys: ['name'], max: 32 })
    .describe(
      'Environment of the browser container, such as settings of browser-node. Variables that the operator sets win.',
    )
    .optional(),
  seccompProfile: seccompProfileSchema
    .describe('Seccomp profile of the pods. Default: the profile of the chart.')
    .optional(),
};
