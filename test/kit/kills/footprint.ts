import { descriptorsOf, procText } from '../process/sockets.js';
import type { KillStage } from './stage.js';

export interface Footprint {
  descriptors: number;
  /** RSS. */
  megabytes: number;
}

/** Processes that outlive sessions. */
type LastingPart = 'api' | 'operator' | 'supervisor';

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

/** One descriptor per four sessions or renders is a leak. */
const perDescriptor = 4;
/** Heap growth before a collection, and the allowed rest for each. */
const restlessMegabytes = 64;
const megabytesForEach = 0.5;

type NamedFootprints<Name extends string> = Readonly<Record<Name, Footprint>>;

/** The parts that grew too much with this count of sessions or renders, as text. */
export const grown = <Name extends string>(
  before: NamedFootprints<Name>,
  after: NamedFootprints<Name>,
  count: number,
): string[] => {
  const most = {
    descriptors: Math.floor(count / perDescriptor),
    megabytes: restlessMegabytes + count * megabytesForEach,
  };
  return (Object.keys(before) as Name[]).flatMap((name) =>
    (['descriptors', 'megabytes'] as const)
      .filter((what) => after[name][what] - before[name][what] > most[what])
      .map(
        (what) =>
          `${what} of ${name}: ${before[name][what]}, and ${after[name][what]} after ${count} sessions or renders`,
      ),
  );
};
