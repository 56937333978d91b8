import { Invalid, type PodStatus } from '@tintype/crds';

/** RFC 3339 in whole seconds, as Kubernetes writes times. `milliseconds` are since the epoch. */
export const timestamp = (milliseconds: number): string =>
  new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000Z', 'Z');

const timePattern = /^(\d{4}-\d\d-(\d\d))T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `Date` reads 30 February as a day in March. */
const isRealDay = (date: string, day: string) => new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day);

/** RFC 3339 with date and time. */
const isTime = (value: unknown): value is string => {
  const [, date, day] = (typeof value === 'string' && timePattern.exec(value)) || [];
  return date !== undefined && day !== undefined && isRealDay(date, day) && !Number.isNaN(Date.parse(String(value)));
};

/** The time fields of a pod's status, at any depth. */
const timeFields = new Set(['startTime', 'lastTransitionTime', 'lastProbeTime', 'startedAt', 'finishedAt']);

const wholeSeconds = (path: string, value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!isTime(value)) throw new Invalid(`The Pod is invalid: ${path}: ${JSON.stringify(value)} is not a time`);
  return timestamp(Date.parse(value));
};

const withWholeSeconds = (path: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => withWholeSeconds(`${path}[${index}]`, item));
  const fields = Object.entries(value).map(([name, field]) => {
    const at = `${path}.${name}`;
    return [name, timeFields.has(name) ? wholeSeconds(at, field) : withWholeSeconds(at, field)];
  });
  return Object.fromEntries(fields);
};

/**
 * The status with times in UTC and whole seconds, as an API server stores them. Throws Invalid if a time is not RFC
 * 3339.
 */
export const normalizedPodStatus = (status: PodStatus | undefined): PodStatus | undefined =>
  withWholeSeconds('status', status) as PodStatus | undefined;
