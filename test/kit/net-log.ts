import { readFile } from 'node:fs/promises';

interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number }[];
}

/** Queries to name servers, by Chromium's resolver or the system's. Names that Chromium's host rules map need none. */
const lookUps = ['DNS_TRANSACTION', 'HOST_RESOLVER_DNS_TASK', 'HOST_RESOLVER_SYSTEM_TASK'];

/**
 * Look-ups in a `--log-net-log` file; read it after the browser's end.
 * https://www.chromium.org/for-testers/providing-network-details/
 */
export const countLookUps = async (file: string): Promise<number> => {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const types = new Set(lookUps.map((name) => constants.logEventTypes[name]));
  return events.filter(({ type }) => types.has(type)).length;
};
