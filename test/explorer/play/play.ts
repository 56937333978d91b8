import { BrokenInvariant, Watcher } from '../invariants/watcher.js';
import type { World } from '../played/world.js';
import { type Move, ordinaryMoves, timeMove } from './moves.js';

/** Says what happens next; undefined ends the part of the play in which things go wrong. */
export type Chooser = () => Move | undefined;

/** More steps than any schedule takes: whoever gets there goes round in circles. */
const maxSteps = 3000;

/** Which play it is, for people, and how to play it again. */
export interface PlayName {
  text: string;
  /** For `make explore`. */
  replay: string;
}

/** An invariant does not hold; the message has the steps that led there. */
export class Counterexample extends Error {
  override name = 'Counterexample';
  readonly invariant: string;
  readonly where: string;

  constructor({ invariant, message }: BrokenInvariant, { text, replay }: PlayName, steps: readonly string[]) {
    super([message, `in ${text}; to play it again: make explore ${replay}`, ...steps].join('\n'));
    this.invariant = invariant;
    this.where = text;
  }
}

/**
 * Plays a world to its end: first as the chooser says, then without faults until nothing is left to do. Every invariant is
 * looked at after every step. @throws Counterexample
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
  // What is left over says more than that there was no end.
  watcher.checkRest();
  throw new BrokenInvariant('it comes to rest', `not within ${maxSteps} steps`);
};

/** More steps than it takes to come to rest, unless leaders go in circles. */
const circles = 1000;

/**
 * Everything that can be done at once, and then what time brings. Of two leaders that make and take away a pod in turns, since
 * they were told different things, one alone has the lease in the end.
 */
const untilRest = (world: World): Chooser => {
  let steps = 0;
  return () => {
    steps += 1;
    return steps === circles ? lastLeader(world) : (firstMove(world) ?? timeMove(world));
  };
};

const lastLeader = ({ operators }: World): Move => ({
  text: () => 'one leader alone has the lease',
  make: () => {
    for (const operator of operators.filter(({ alive }) => alive).slice(0, -1)) operator.alive = false;
  },
});

/** The most urgent of what there is to do. */
export const firstMove = (world: World): Move | undefined => ordinaryMoves(world).next().value ?? undefined;

/** Faults stop: every service answers, every process is there. What is lost stays lost. */
const heal = async (world: World): Promise<void> => {
  world.note('faults stop');
  world.gate.endOutages();
  await world.resume();
  await world.settle();
};
