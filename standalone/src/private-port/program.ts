import type { Readiness } from '@tintype/runtime';
import type { Part } from '../process/part.js';

export interface Program {
  part: Part;
  privatePort: number;
}

const askMs = 1000;

const ask = (port: number, path: string) =>
  // biome-ignore lint/style/noRestrictedGlobals: health and metrics of our own programs on 127.0.0.1
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(askMs) });

const readinessOf = async (port: number) => (await (await ask(port, '/readyz')).json()) as Readiness;

/** Whether the program and all that it depends on are ready. Throws if it does not answer. */
export const isReady = async (port: number): Promise<boolean> => {
  const { ready, parts } = await readinessOf(port);
  return ready && Object.values(parts).every(Boolean);
};

/** What a person has to do before the program is ready; undefined also if it does not answer. */
export const whyNotReady = async ({ privatePort }: Program): Promise<string | undefined> => {
  const { reason } = await readinessOf(privatePort).catch(() => ({ reason: undefined }));
  return reason;
};

export const isAlive = async (port: number): Promise<boolean> => (await ask(port, '/healthz')).ok;

export const metricsOf = async ({ privatePort }: Program): Promise<string> => {
  try {
    const response = await ask(privatePort, '/metrics');
    return response.ok ? await response.text() : '';
  } catch {
    return '';
  }
};
