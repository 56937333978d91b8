import { allMoves, type Chooser, play, timeMove } from './play.js';
import { World } from './world.js';

/** Numbers in [0, 1) that follow from a seed (mulberry32). */
export const numbersFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const ttls = [30, 60, 90, 150];

/** A random world, and a random schedule of so many steps in it. @throws Counterexample */
export const playSeed = async (seed: number): Promise<World> => {
  const random = numbersFrom(seed);
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const world = new World();
  await world.settle();
  for (let count = 1 + Math.floor(random() * 2); count > 0; count--) world.addOperator();
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) world.addClient().begin(pick(ttls) ?? 60);
  if (random() < 0.3) await world.kubectlCreate(pick(ttls) ?? 60);
  const faultiness = pick([0, 0.02, 0.08, 0.2]) ?? 0;
  const steps = 40 + Math.floor(random() * 160);
  let taken = 0;
  const choose: Chooser = (now, ordinary) => {
    taken += 1;
    if (taken > steps) return undefined;
    const { moves, faults } = allMoves(now, ordinary);
    if (random() < 0.03 && now.operators.length < 4)
      return { text: 'another operator leads', make: () => void now.addOperator() };
    if (random() < faultiness && faults.length > 0) return pick(faults);
    if (random() < 0.06 || moves.length === 0) return timeMove(now, Infinity);
    return pick(moves);
  };
  await play(world, choose);
  return world;
};
