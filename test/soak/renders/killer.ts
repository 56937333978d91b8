import type { SeededRandom } from '../../kit/played/seeded-random.js';
import { browsersOf } from '../../kit/process/leftovers.js';
import { type Service, untilReady } from '../../kit/service/service.js';
import { until } from '../../kit/until.js';

/** Answers between two kills. */
const pauseAnswers = [4, 12] as const;
/** The share of kills that end a node. The others end a browser. */
const nodeShare = 0.2;

export interface Kills {
  browsers: number;
  nodes: number;
}

export interface KillerOptions {
  service: Service;
  random: SeededRandom;
  answers: () => number;
  /** Gets the process of each node that starts. */
  onNode: (pid: number) => void;
}

/** Renders end by their own deadlines. */
const waitMs = 3_600_000;

/** Kills browsers and nodes with -9 until the signal, and starts the nodes again. At least one node renders at any time. */
export const killRandomly = async (
  { service, random, answers, onNode }: KillerOptions,
  signal: AbortSignal,
): Promise<Kills> => {
  const kills: Kills = { browsers: 0, nodes: 0 };
  for (;;) {
    const next = answers() + Math.floor(random.between(...pauseAnswers));
    const isNode = random.chance(nodeShare);
    const at = Math.floor(random.between(0, service.nodes.length));
    await until('more renders are answered', () => signal.aborted || answers() >= next, waitMs);
    if (signal.aborted) return kills;
    if (isNode) {
      onNode(await killNode(service, at));
      kills.nodes += 1;
    } else if (killBrowser(service, at)) kills.browsers += 1;
  }
};

const killNode = async (service: Service, at: number): Promise<number> => {
  const child = service.nodes[at]?.child;
  child?.kill();
  await child?.exited;
  const node = await service.startNode(at);
  await untilReady(node);
  return node.child.pid;
};

/** False if the node has no browser now. */
const killBrowser = (service: Service, at: number): boolean => {
  const pid = service.nodes[at]?.child.pid;
  const [browser] = pid === undefined ? [] : browsersOf([pid]);
  if (browser === undefined) return false;
  try {
    return process.kill(browser, 'SIGKILL');
  } catch {
    return false;
  }
};
