import { descriptorsOf, procText } from '../process/sockets.js';
import type { KillStage } from './stage.js';

export interface Footprint {
  descriptors: number;
  /** RSS. */
  megabytes: number;
}

/** Processes that outlive sessions. */
export type LastingPart = 'api' | 'operator' | 'supervisor';

export type Footprints = Record<LastingPart, Footprint>;

export const footprintOf = (pid: number): Footprint => ({
  descriptors: descriptorsOf(pid).length,
  megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(procText(`/proc/${pid}/status`))?.[1]) / 1024),
});

/** Linux only. */
export const footprintsOf = async ({ stack }: KillStage): Promise<Footprints> => {
  const { api, operator } = await stack.pids();
  if (!api || !operator) throw new Error('Not every part runs.');
  return { api: footprintOf(api), operator: footprintOf(operator), supervisor: footprintOf(stack.pid) };
};

const names = ['api', 'operator', 'supervisor'] as const satisfies readonly LastingPart[];

/** One descriptor per four sessions is a leak. */
const sessionsPerDescriptor = 4;
/** Heap growth before a collection, and the allowed rest per session. */
const restlessMegabytes = 64;
const megabytesPerSession = 0.5;

/** The parts that grew too much with the sessions, as text. */
export const grown = (before: Footprints, after: Footprints, sessions: number): string[] => {
  const most = {
    descriptors: Math.floor(sessions / sessionsPerDescriptor),
    megabytes: restlessMegabytes + sessions * megabytesPerSession,
  };
  return names.flatMap((name) =>
    (['descriptors', 'megabytes'] as const)
      .filter((what) => after[name][what] - before[name][what] > most[what])
      .map((what) => `${what} of ${name}: ${before[name][what]}, and ${after[name][what]} after ${sessions} sessions`),
  );
};
