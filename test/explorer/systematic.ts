import type { Call } from './gate.js';
import { callFaults, type Move, worldFaults } from './moves.js';
import { play, timeMove } from './play.js';
import { type Scenario, scenarios } from './scenarios.js';
import { World } from './world.js';

/** What strikes at a call: by name, and what it does. */
interface Strike {
  name: string;
  move: Move;
  /** The call waits until everybody else has done all there is to do. */
  holds?: boolean;
}

/** For each call, how often each fault struck at it. */
export type Coverage = Map<string, Map<string, number>>;

/** No session's life has more calls. */
const mostCalls = 400;

/**
 * For every call that a scenario makes, and everything that can go wrong at that moment, one run: the scenario up to the
 * call, the fault, and then whatever comes of it. @throws Counterexample
 */
export const playAll = async (coverage: Coverage): Promise<number> => {
  let runs = 0;
  for (const scenario of scenarios) {
    for (let at = 0; at < mostCalls; at++) {
      const strikes = await strikesAt(scenario, at);
      if (strikes.length === 0) break;
      for (const name of strikes) {
        const call = await playWith(scenario, at, name);
        note(coverage, call, name);
        runs += 1;
      }
    }
  }
  return runs;
};

const note = (coverage: Coverage, call: string, fault: string): void => {
  const faults = coverage.get(call) ?? new Map<string, number>();
  coverage.set(call, faults.set(fault, (faults.get(fault) ?? 0) + 1));
};

/** The names of the faults that can strike at the scenario's call of this number; none when it makes fewer calls. */
const strikesAt = async (scenario: Scenario, at: number): Promise<string[]> => {
  let names: string[] = [];
  await playTo(scenario, at, (world, call) => {
    names = strikes(world, call).map(({ name }) => name);
    return undefined;
  });
  return names;
};

/** Plays the scenario with a fault at its call of this number; answers that call's name. */
const playWith = async (scenario: Scenario, at: number, fault: string): Promise<string> => {
  let name = '';
  await playTo(scenario, at, (world, call) => {
    name = call.name;
    return strikes(world, call).find((each) => each.name === fault);
  });
  return name;
};

type Striking = (world: World, call: Call) => Strike | undefined;

const playTo = async (scenario: Scenario, at: number, striking: Striking): Promise<void> => {
  const world = new World();
  await world.settle();
  world.addOperator();
  const struck = new StruckPlay(world, scenario, { at, striking });
  await play(world, (_, ordinary) => struck.choose(ordinary));
};

/** A scenario in which something strikes at the call of some number. */
class StruckPlay {
  readonly #world: World;
  readonly #script: Scenario['script'][number][];
  readonly #at: number;
  readonly #striking: Striking;
  #calls = 0;
  #held: Call | undefined;

  constructor(world: World, { script }: Scenario, { at, striking }: { at: number; striking: Striking }) {
    this.#world = world;
    this.#script = [...script];
    this.#at = at;
    this.#striking = striking;
  }

  choose(ordinary: readonly Move[]): Move | undefined {
    return (
      this.#strike() ?? ordinary.find(({ call }) => !call || call !== this.#held) ?? this.#release() ?? this.#goOn()
    );
  }

  #strike(): Move | undefined {
    const [call] = this.#world.gate.waiting;
    if (!call) return undefined;
    this.#calls += 1;
    if (this.#calls !== this.#at + 1) return undefined;
    const struck = this.#striking(this.#world, call);
    if (struck?.holds) this.#held = call;
    return struck?.move;
  }

  #release(): Move | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held && { text: 'the held call goes on', make: () => held.carryOut('goes on') };
  }

  #goOn(): Move | undefined {
    const next = this.#script.shift();
    if (next) return { text: 'the script goes on', make: () => next(this.#world) };
    return timeMove(this.#world, Infinity);
  }
}

/** Everything that can strike at a call. */
const strikes = (world: World, call: Call): Strike[] => [
  ...callFaults(call).map((move) => ({ name: move.fault ?? '', move })),
  ...worldFaults(world).map((move) => ({ name: move.fault ?? '', move })),
  { name: 'a second leader acts', move: secondLeader(world) },
  { name: 'is late, a second leader acts', move: secondLeader(world), holds: true },
  { name: 'the ledger restarts', move: { text: 'the ledger restarts', make: () => world.restartLedger() } },
];

const secondLeader = (world: World): Move => ({ text: 'another operator leads', make: () => void world.addOperator() });
