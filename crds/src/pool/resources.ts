import { z } from 'zod';
import { boundedMap, namedMap, ruleOfNames } from '../schema/collections.js';
import { quantity, quantityNanos } from '../schema/quantity.js';
import { ruled } from '../schema/rule.js';

type Amounts = Record<string, number | string>;

const standardNames = ['cpu', 'memory', 'ephemeral-storage'];
const standardNamesInCel = `[${standardNames.map((name) => `'${name}'`).join(', ')}]`;

const requests = ruled(
  boundedMap(quantity(), standardNames.length),
  ruleOfNames({
    cel: `name in ${standardNamesInCel}`,
    message: `requests take ${standardNames.join(', ')}; put other resources into limits only`,
    holds: (name) => standardNames.includes(name),
  }),
);

const isExtended = (name: string) => name.includes('/') && !name.startsWith('requests.');

const limits = ruled(
  namedMap(quantity(), 8),
  ruleOfNames({
    cel: `name in ${standardNamesInCel} || name.contains('/') && !name.startsWith('requests.')`,
    message: `limits take ${standardNames.join(', ')}, and resources with a domain, such as example.com/gpu`,
    holds: (name) => standardNames.includes(name) || isExtended(name),
  }),
  ruleOfNames<Amounts>({
    cel: `name in ${standardNamesInCel} || type(self[name]) == int || self[name].matches('^[0-9]+$')`,
    message: 'the limit of a resource with a domain is a whole number',
    holds: (name, amounts) => standardNames.includes(name) || /^[0-9]+$/.test(String(amounts[name])),
  }),
);

interface Resources {
  requests?: Amounts | undefined;
  limits?: Amounts | undefined;
}

const overLimit = ({ requests = {}, limits: atMost = {} }: Resources): string | undefined =>
  Object.keys(requests).find((name) => {
    const amount = requests[name];
    const limit = Object.hasOwn(atMost, name) ? atMost[name] : undefined;
    return amount !== undefined && limit !== undefined && quantityNanos(amount) > quantityNanos(limit);
  });

const difference = 'quantity(string(self.requests[name])).compareTo(quantity(string(self.limits[name])))';

const requestsWithinLimits = {
  rule: `!has(self.requests) || !has(self.limits) || self.requests.all(name, !(name in self.limits) || ${difference} <= 0)`,
  message: 'no request may exceed its limit',
  // The API server's own refusal names only the map.
  hint: {
    messageExpression: `"no request may exceed its limit; that of \\"" + \
self.requests.filter(name, name in self.limits && ${difference} > 0)[0] + "\\" does"`,
    of: (resources: Resources) => `no request may exceed its limit; that of "${overLimit(resources)}" does`,
  },
  fieldPath: '.requests',
  holds: (resources: Resources) => overLimit(resources) === undefined,
};

/** The part of `resources` that every pod may have. */
export const podResources = () =>
  ruled(
    z.object({
      requests: requests
        .describe(
          'Guaranteed resources, which the scheduler counts: cpu, memory, ephemeral-storage. None may exceed its limit.',
        )
        .optional(),
      limits: limits
        .describe(
          'Maximum resources: cpu, memory, ephemeral-storage, and resources with a domain such as example.com/gpu, in whole numbers. A browser above its memory limit is killed, and its session ends.',
        )
        .optional(),
    }),
    requestsWithinLimits,
  );
