import { z } from 'zod';
import { labelName } from './fields/label-name.js';
import { labelValue } from './fields/label-value.js';
import { ruled } from './ruled.js';

/** One of pod.spec.tolerations. https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
export const tolerationSchema = ruled(
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
