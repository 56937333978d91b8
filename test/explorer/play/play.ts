import { BrokenInvariant, Watcher } from '../invariants/watcher.js';
import type { World } from '../played/world.js';
import { type Move, ordinaryMoves, timeMove } from './moves.js';

/** Chooses the next move; undefined ends the part with faults. */
export type Chooser = () => Move | undefined;

/** No schedule takes this many steps unless it loops. */
const maxSteps = 3000;

export interface PlayName {
  text: string;
  /** Arguments for `make explore`. */
  replay: string;
}

/** A broken invariant with the steps that led to it. */
export class Counterexample extends Error {
  override name = 'Counterexample';
  readonly invariant: string;
  readonly where: string;

  constructor({ invariant, message }: BrokenInvariant, { text, replay }: PlayName, steps: readonly string[]) {
    super([message, `in ${text}; replay it by: make explore ${replay}`, ...steps].join('\n'));
    this.invariant = invariant;
    this.where = text;
  }
}

/**
 * Plays a world to its end: first by the chooser, then without faults until no move is left. Checks every invariant
 * after each step. @throws Counterexample
 */
export const play = async (world: World, choose: Chooser, bill: PlayName): Promise<void> => {
  const watcher = new Watcher(world);
  try {
    await playMoves(world, watcher, choose);
    await heal(world);
    await playMoves(world, watcher, untilRest(world));
    watcher.checkRest();
  } catch (error) {
    if (error instanceof BrokenInvariant) throw new Counterexample(error, bill, world.log);
    throw error;
  }
};

const playMoves = async (world: World, watcher: Watcher, choose: Chooser): Promise<void> => {
  for (let count = 0; count < maxSteps; count++) {
    const move = choose();
    if (!move) return;
    world.note(move.text);
    await move.make();
    await world.settle();
    if (!move.isInward) watcher.check();
  }
  // A leftover says more than "no end".
  watcher.checkRest();
  throw new BrokenInvariant('the play ends', `more than ${maxSteps} steps`);
};

/** No play needs this many steps to rest unless leaders loop. */
const circles = 1000;

/**
 * All possible moves, then time. Two leaders with different knowledge can create and remove a pod forever. So only the
 * last one finally keeps the lease.
 */
const untilRest = (world: World): Chooser => {
  let steps = 0;
  return () => {
    steps += 1;
    return steps === circles ? lastLeader(world) : (firstMove(world) ?? timeMove(world));
  };
};

const lastLeader = ({ operators }: World): Move => ({
  text: () => 'only one leader keeps the lease',
  make: () => {
    for (const operator of operators.filter(({ alive }) => alive).slice(0, -1)) operator.alive = false;
  },
});

export const firstMove = (world: World): Move | undefined => ordinaryMoves(world).next().value ?? undefined;

/** Every service answers and every process runs. Lost nodes stay lost. */
const heal = async (world: World): Promise<void> => {
  world.note('faults stop');
  world.gate.endOutages();
  await world.resume();
  await world.settle();
};
