import { setTimeout } from 'node:timers/promises';
import { type KilledPart, type KillStage, serviceParts, sessionParts } from '../kit/kill-stage.js';
import type { SeededRandom } from '../kit/seeded-random.js';

const pauseMs = [500, 5000] as const;
/** So many sessions are given between two kills of what all of them need: when it is killed without end, nothing is open. */
const betweenOutages = [5, 15] as const;

export type Struck = Record<KilledPart, number>;

export interface KillerOptions {
  stage: KillStage;
  random: SeededRandom;
  /** How many sessions clients have been given. */
  given: () => number;
}

/** Kills one part after the other until the signal; answers how often each was struck. */
export const killParts = async ({ stage, random, given }: KillerOptions, signal: AbortSignal): Promise<Struck> => {
  const struck: Struck = { browser: 0, agent: 0, pod: 0, operator: 0, api: 0, nats: 0 };
  let outageAt = random.between(...betweenOutages);
  for (;;) {
    await setTimeout(random.between(...pauseMs), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return struck;
    const isDue = given() >= outageAt;
    if (isDue) outageAt = given() + random.between(...betweenOutages);
    const part = random.oneOf<KilledPart>(isDue ? serviceParts : sessionParts);
    if (await strike(stage, part, random)) struck[part] += 1;
  }
};

/** False when there was nothing to strike, or NATS was away and nobody knows. */
const strike = async (stage: KillStage, part: KilledPart, random: SeededRandom): Promise<boolean> => {
  const pods = await stage.pods().catch(() => []);
  return pods.length > 0 && stage.kill(part, random.oneOf(pods)).catch(() => false);
};
