import { z } from 'zod';
import { formed } from './fields/formed.js';
import { ruled } from './ruled.js';

const part = '[A-Za-z0-9_][A-Za-z0-9._-]*';

const localhostProfile = formed({
  most: 255,
  pattern: new RegExp(`^${part}(/${part})*$`),
  takes:
    'a relative path of letters, digits, _, . and -, none of whose parts begins with . or -, as in profiles/tintype.json',
});

/** pod.spec.securityContext.seccompProfile. https://kubernetes.io/docs/tutorials/security/seccomp/ */
export const seccompProfileSchema = ruled(
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
