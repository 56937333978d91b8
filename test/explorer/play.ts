import { checkRest, Watcher } from './invariants.js';
import { callFaults, type Move, ordinaryMoves, worldFaults } from './moves.js';
import { Broken, type World } from './world.js';

/** Says what happens next; undefined ends the part of the play in which things go wrong. */
export type Chooser = (world: World, ordinary: readonly Move[]) => Move | undefined;

/** More steps than any schedule takes: whoever gets there goes round in circles. */
const mostSteps = 3000;
/** Longer than any session, its margins and the time that finished ones are kept. */
const horizonMs = 2 * 3600_000;

/** A schedule broke an invariant; the steps that led there are in `steps`. */
export class Counterexample extends Error {
  override name = 'Counterexample';
  readonly steps: readonly string[];

  constructor(message: string, steps: readonly string[], options: ErrorOptions) {
    super(message, options);
    this.steps = steps;
  }
}

/** Plays a world to its end: first as the chooser says, then without faults until nothing is left to do. */
export const play = async (world: World, choose: Chooser): Promise<void> => {
  const watcher = new Watcher(world);
  try {
    await world.settle();
    await step(world, watcher, choose);
    heal(world);
    await step(world, watcher, ordinary);
    checkRest(world);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    throw new Counterexample(error.message, world.log, { cause: error });
  }
};

const step = async (world: World, watcher: Watcher, choose: Chooser): Promise<void> => {
  const end = world.clock.now() + horizonMs;
  for (let count = 0; ; count++) {
    if (count > mostSteps) throw new Broken('it comes to rest');
    const move = choose(world, ordinaryMoves(world)) ?? (choose === ordinary ? timeMove(world, end) : undefined);
    if (!move) return;
    world.note(move.text);
    await move.make();
    await world.settle();
    world.demandNothingBroken();
    watcher.check();
  }
};

/** The first thing that there is to do. */
export const ordinary: Chooser = (_, moves) => moves[0];

/** The clock goes to whatever is due next. */
export const timeMove = (world: World, end: number): Move | undefined => {
  const now = world.clock.now();
  const next = world.nextDue;
  if (now >= end || next === Infinity || world.isAtRest) return undefined;
  const milliseconds = Math.max(1, next - now);
  return {
    text: `${milliseconds} ms pass`,
    make: () => world.pass(milliseconds),
  };
};

/** Faults stop: every process that died is there again. */
const heal = (world: World): void => {
  world.operators = world.operators.filter(({ alive }) => alive);
  if (world.operators.length === 0) world.addOperator();
};

export const allMoves = (world: World, moves: readonly Move[]): { moves: readonly Move[]; faults: Move[] } => ({
  moves,
  faults: [...world.gate.waiting.flatMap(callFaults), ...worldFaults(world)],
});
