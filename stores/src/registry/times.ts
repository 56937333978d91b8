import { Invalid, type PodStatus } from '@tintype/crds';

/** As Kubernetes writes times: RFC 3339, to the second. */
export const timestamp = (milliseconds: number): string =>
  new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000Z', 'Z');

const pattern = /^(\d{4}-\d\d-(\d\d))T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `Date` takes the 30th of February for a day in March. */
const isDay = (date: string, day: string) => new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day);

/** Whether it is a time in RFC 3339; a date alone is none. */
const isTime = (value: unknown): value is string => {
  const [, date, day] = (typeof value === 'string' && pattern.exec(value)) || [];
  return date !== undefined && day !== undefined && isDay(date, day) && !Number.isNaN(Date.parse(String(value)));
};

/** The fields of a status that hold a time, wherever they are in it. */
const timeFields = new Set(['startTime', 'lastTransitionTime', 'lastProbeTime', 'startedAt', 'finishedAt']);

const wholeSeconds = (path: string, value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!isTime(value)) throw new Invalid(`The Pod is invalid: ${path}: ${JSON.stringify(value)} is no time`);
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

/** A pod's status as an API server keeps it: all times in UTC and cut to whole seconds. Throws Invalid for what is no time. */
export const normalizedPodStatus = (status: PodStatus | undefined): PodStatus | undefined =>
  withWholeSeconds('status', status) as PodStatus | undefined;
