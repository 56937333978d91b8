import { setTimeout } from 'node:timers/promises';
import { type KilledPart, type KillStage, serviceParts, sessionParts } from '../kit/kills/stage.js';
import type { SeededRandom } from '../kit/played/seeded-random.js';

const pauseMs = [500, 5000] as const;
/** Sessions that clients get between two kills of a shared part: without a pause, no session would open. */
const betweenOutages = [5, 15] as const;

export type Struck = Record<KilledPart, number>;

export interface KillerOptions {
  stage: KillStage;
  random: SeededRandom;
  given: () => number;
}

/** All random values of one kill: the same seed draws the same again. */
const draw = (random: SeededRandom) => ({
  waitMs: random.between(...pauseMs),
  ofSession: random.oneOf<KilledPart>(sessionParts),
  ofService: random.oneOf<KilledPart>(serviceParts),
  sessionsUntilNext: random.between(...betweenOutages),
  /** Picks the pod, from 0 up to 1. */
  which: random.next(),
});

/** Kills one part after the other until the signal. Returns the number of kills by part. */
export const killParts = async ({ stage, random, given }: KillerOptions, signal: AbortSignal): Promise<Struck> => {
  const struck: Struck = { browser: 0, agent: 0, pod: 0, operator: 0, api: 0, nats: 0 };
  let outageAt = random.between(...betweenOutages);
  for (;;) {
    const { waitMs, ofSession, ofService, sessionsUntilNext, which } = draw(random);
    await setTimeout(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return struck;
    const isDue = given() >= outageAt;
    if (isDue) outageAt = given() + sessionsUntilNext;
    const part = isDue ? ofService : ofSession;
    if (await strike(stage, part, which)) struck[part] += 1;
  }
};

/** False if there was nothing to kill, or NATS did not answer. */
const strike = async (stage: KillStage, part: KilledPart, which: number): Promise<boolean> => {
  const pods = await stage.pods().catch(() => []);
  const pod = pods[Math.floor(which * pods.length)];
  return pod !== undefined && stage.kill(part, pod).catch(() => false);
};
