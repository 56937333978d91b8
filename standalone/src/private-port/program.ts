import type { Readiness } from '@tintype/runtime';
import type { Part } from '../process/part.js';

/** A part that shows health and metrics on a private port of its own. */
export interface Program {
  part: Part;
  privatePort: number;
}

const askMs = 1000;

const ask = (port: number, path: string) =>
  // biome-ignore lint/style/noRestrictedGlobals: health and metrics of our own programs on 127.0.0.1
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(askMs) });

const readinessOf = async (port: number) => (await (await ask(port, '/readyz')).json()) as Readiness;

/** Whether the program can serve, and what it depends on is up. Throws when it says nothing. */
export const isReady = async (port: number): Promise<boolean> => {
  const { ready, parts } = await readinessOf(port);
  return ready && Object.values(parts).every(Boolean);
};

/** What a person has to do before the program is ready; undefined while it does not answer, too. */
export const whyNotReady = async ({ privatePort }: Program): Promise<string | undefined> => {
  const { reason } = await readinessOf(privatePort).catch(() => ({ reason: undefined }));
  return reason;
};

/** Whether the program answers at all. */
export const isAlive = async (port: number): Promise<boolean> => (await ask(port, '/healthz')).ok;

/** The program's metrics as Prometheus text; empty while it does not answer. */
export const metricsOf = async ({ privatePort }: Program): Promise<string> => {
  try {
    const response = await ask(privatePort, '/metrics');
    return response.ok ? await response.text() : '';
  } catch {
    return '';
  }
};
