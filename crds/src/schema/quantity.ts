import { z } from 'zod';
import { ruled } from './rule.js';
import { celPattern } from './text.js';

const nanosOf: Readonly<Record<string, bigint>> = {
  m: 10n ** 6n,
  '': 10n ** 9n,
  k: 10n ** 12n,
  M: 10n ** 15n,
  G: 10n ** 18n,
  T: 10n ** 21n,
  Ki: 2n ** 10n * 10n ** 9n,
  Mi: 2n ** 20n * 10n ** 9n,
  Gi: 2n ** 30n * 10n ** 9n,
  Ti: 2n ** 40n * 10n ** 9n,
};

const maxInteger = 999_999_999_999_999;
const suffix = '(k|M|G|T|Ki|Mi|Gi|Ti)';
// Kubernetes computes exactly with these digits; it caps above 2^63 - 1 and rounds below 10^-9.
const pattern = new RegExp(`^([0-9]{1,15}m?|[0-9]{1,6}${suffix}|[0-9]{0,6}\\.[0-9]{1,6}(m|${suffix})?)$`);

const takes =
  'a number, alone or with m (thousandths), k, M, G, T, Ki, Mi, Gi or Ti, such as "500m". Quote fractions, such as "0.5"';

/**
 * Not negative. A fraction must be text: the API server admits only whole numbers in an int-or-string field.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export const quantity = () =>
  ruled(
    z
      .union([z.int().min(0).max(maxInteger), z.string().max(32)], { error: `takes ${takes}` })
      .meta({ 'x-kubernetes-int-or-string': true }),
    {
      rule: `type(self) == int || self.matches(${celPattern(pattern)})`,
      message: `takes ${takes}`,
      holds: (amount) => typeof amount === 'number' || pattern.test(amount),
    },
  );

/** The amount in billionths, for comparisons. */
export const quantityNanos = (amount: number | string): bigint => {
  const [, whole = '', fraction = '', unit = ''] = /^([0-9]*)\.?([0-9]*)(.*)$/.exec(String(amount)) ?? [];
  const millionths = BigInt(`${whole}${fraction.padEnd(6, '0')}`);
  return (millionths * (nanosOf[unit] ?? 0n)) / 10n ** 6n;
};
