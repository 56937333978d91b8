import { Invalid, type PodStatus } from '@tintype/crds';
import { timestamp } from './change.js';
import { isTime } from './rfc3339.js';

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
export const podStatus = (status: PodStatus | undefined): PodStatus | undefined =>
  withWholeSeconds('status', status) as PodStatus | undefined;
