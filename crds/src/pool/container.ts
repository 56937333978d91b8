import { z } from 'zod';
import { keyedList } from '../schema/collections.js';
import { dnsName } from '../schema/names.js';
import { ruled } from '../schema/rule.js';
import { formed, text } from '../schema/text.js';
import { podResources } from './resources.js';

const secretSchema = z.object({ name: dnsName(253).describe("Name of a Secret in the pool's namespace.") });

const envSchema = z.object({
  name: formed({
    most: 128,
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    takes: 'letters, digits and _, not beginning with a digit',
  }).describe('Name of the variable.'),
  value: ruled(text(1024), {
    // The API server would create the pod, but its container would never start.
    rule: "!self.contains('\\u0000')",
    message: 'takes any character but NUL',
    holds: (value) => !value.includes('\0'),
  })
    .default('')
    .describe('Its value, as it is; nothing is expanded. It is stored in the clear: no place for secrets.'),
});

const pathPart = '[A-Za-z0-9_][A-Za-z0-9._-]*';

const localhostProfile = formed({
  most: 255,
  pattern: new RegExp(`^${pathPart}(/${pathPart})*$`),
  takes:
    'a relative path of letters, digits, _, . and -, none of whose parts begins with . or -, as in profiles/tintype.json',
});

/** pod.spec.securityContext.seccompProfile. https://kubernetes.io/docs/tutorials/security/seccomp/ */
const seccompProfileSchema = ruled(
  z.object({
    type: z
      .enum(['Localhost', 'RuntimeDefault', 'Unconfined'])
      .describe(
        "Localhost: the profile that localhostProfile names, which Chromium's sandbox needs. RuntimeDefault: the container runtime's own, which forbids user namespaces, and with them Chromium's sandbox: browsers do not start. Unconfined: none.",
      ),
    localhostProfile: localhostProfile
      .describe(
        "With type Localhost, and only then: the profile's file, below the seccomp folder of the kubelet, as in profiles/tintype.json.",
      )
      .optional(),
  }),
  {
    rule: "(self.type == 'Localhost') == has(self.localhostProfile)",
    message: 'localhostProfile goes with type Localhost, and only with it',
    fieldPath: '.localhostProfile',
    holds: ({ type, localhostProfile }) => (type === 'Localhost') === (localhostProfile !== undefined),
  },
);

export const containerFields = {
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
