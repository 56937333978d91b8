import { readFile } from 'node:fs/promises';

interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number }[];
}

/** Asking the name servers, by Chromium's own resolver or by the system's. A name that the rules answer makes none. */
const lookUps = ['DNS_TRANSACTION', 'HOST_RESOLVER_DNS_TASK', 'HOST_RESOLVER_SYSTEM_TASK'];

/**
 * How often a browser asked for a name, by the file that `--log-net-log` made it write. To be read after it has ended.
 * https://www.chromium.org/for-testers/providing-network-details/
 */
export const countLookUps = async (file: string): Promise<number> => {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const types = new Set(lookUps.map((name) => constants.logEventTypes[name]));
  return events.filter(({ type }) => types.has(type)).length;
};
