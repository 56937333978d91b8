import { type AccountLimits, type AccountRecord, type Endpoint, endpoints, limits } from '@tintype/contracts';
import { z } from 'zod';

interface LimitRange {
  min: number;
  /** Absent: no upper bound. */
  max?: number;
  description: string;
}

/** At most 256 MiB, because a result is in memory while it is sent. */
const maxResultBytes = 256 * 1024 * 1024;

const ranges: Record<keyof AccountLimits, LimitRange> = {
  concurrentRenders: { min: 1, description: 'Renders of one class at once; further ones wait.' },
  concurrentSessions: { min: 0, max: 1000, description: 'Sessions at once: starting, active or closing.' },
  requestsPerSecond: { min: 1, description: 'Requests a second, without those for links to files.' },
  linkRequestsPerSecond: { min: 1, description: 'Requests a second for links to files.' },
  bandwidthBytesPerDay: { min: 0, description: 'Bytes of cached results delivered a day.' },
  batchItems: { min: 1, max: limits.batchItems, description: 'Items of a batch.' },
  batchBytes: { min: 1, max: limits.batchBytes, description: 'Bytes of the body of a batch.' },
  resultBytes: { min: 1, max: maxResultBytes, description: 'Largest result, in bytes.' },
  cacheSeconds: { min: 1, max: limits.cacheSeconds, description: 'How long results are cached.' },
};

const takes = ({ min, max }: LimitRange, or: string) =>
  `a whole number ${max === undefined ? `from ${min}` : `from ${min} to ${max}`}, ${or}"default"`;

const wholeNumber = ({ min, max = Number.MAX_SAFE_INTEGER }: LimitRange, error: string) =>
  z.int({ error }).min(min, { error }).max(max, { error });

const defaultValue = z.literal('default');

const describe = ({ description }: LimitRange) => ({
  description: `${description} "default" removes the account's own value.`,
});

const finiteLimit = (name: keyof AccountLimits) => {
  const error = takes(ranges[name], 'or ');
  return z
    .union([wholeNumber(ranges[name], error), defaultValue], { error })
    .optional()
    .meta(describe(ranges[name]));
};

const nullableLimit = (name: keyof AccountLimits) => {
  const error = takes(ranges[name], 'null for no limit, or ');
  return z
    .union([wholeNumber(ranges[name], error), z.null(), defaultValue], { error })
    .optional()
    .meta(describe(ranges[name]));
};

/** Limits that are not named stay as they are. */
export const limitChangesSchema = z
  .strictObject(
    {
      concurrentRenders: nullableLimit('concurrentRenders'),
      concurrentSessions: finiteLimit('concurrentSessions'),
      requestsPerSecond: nullableLimit('requestsPerSecond'),
      linkRequestsPerSecond: nullableLimit('linkRequestsPerSecond'),
      bandwidthBytesPerDay: nullableLimit('bandwidthBytesPerDay'),
      batchItems: finiteLimit('batchItems'),
      batchBytes: finiteLimit('batchBytes'),
      resultBytes: finiteLimit('resultBytes'),
      cacheSeconds: finiteLimit('cacheSeconds'),
    } satisfies Record<keyof AccountLimits, unknown>,
    { error: 'an object such as {"requestsPerSecond": 5}' },
  )
  .meta({ description: 'Limits that differ from the defaults of the service.' });

const creditsError = 'a whole number from 0, or null for unlimited credits';

export const creditsSchema = z
  .int({ error: creditsError })
  .min(0, { error: creditsError })
  .nullable()
  .meta({ description: 'The balance in credits; null is unlimited.' });

const endpointsError = `a list of one or more of ${endpoints.join(', ')}, or null for all`;

export const accountEndpointsSchema = z
  .array(z.enum(endpoints, { error: `one of ${endpoints.join(', ')}` }), { error: endpointsError })
  .min(1, { error: endpointsError })
  .nullable()
  .meta({ description: 'The endpoints that the account may use; null is all endpoints.' });

/** Undefined fields stay as they are. */
export interface AccountChange {
  disabled?: boolean | undefined;
  limits?: z.output<typeof limitChangesSchema> | undefined;
  credits?: number | null | undefined;
  /** Set with `credits`: the credits that the account has used in all. */
  creditsBase?: number | undefined;
  endpoints?: readonly Endpoint[] | null | undefined;
}

const changedLimits = (current: AccountRecord['limits'], changes: NonNullable<AccountChange['limits']>) => {
  const next = { ...current };
  for (const [name, value] of Object.entries(changes)) {
    if (value === 'default') delete next[name];
    else if (value !== undefined) next[name] = value;
  }
  return next;
};

export const applyChange = (record: AccountRecord, change: AccountChange): AccountRecord => ({
  ...record,
  disabled: change.disabled ?? record.disabled,
  limits: changedLimits(record.limits, change.limits ?? {}),
  credits: change.credits === undefined ? record.credits : change.credits,
  creditsBase: change.creditsBase ?? record.creditsBase,
  endpoints: change.endpoints === undefined ? record.endpoints : change.endpoints && [...new Set(change.endpoints)],
});
