import { World } from '../played/world.js';
import { type Choose, faults } from './faults.js';
import { type Move, ordinaryMoves, repeatedCreates, repeatedObjects, resumptions, timeMove } from './moves.js';
import { play } from './play.js';

/** mulberry32: numbers in [0, 1) from a seed. */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const ttls = [30, 60, 90, 150] as const;

/** Probabilities per step. */
interface Odds {
  /** A fault strikes. */
  fault: number;
  /** A stopped part resumes. */
  wake: number;
  /** Time passes although moves are left. */
  time: number;
  /** A create repeats. */
  again: number;
  /** A client with a key repeats its create. */
  repeat: number;
}

class RandomPlay {
  readonly world: World;
  readonly #random: () => number;
  readonly #odds: Odds;
  #left: number;

  constructor(seed: number) {
    this.#random = numbersFrom(seed);
    this.world = new World({
      slots: this.#from([1, 2, 2, 3]),
      pool: this.#from([undefined, undefined, 1, 2]),
      collectsGarbage: this.#random() < 0.5,
      ignoresGivenPods: this.#random() < 0.4,
      // Long enough for late effects to meet the session.
      keptSeconds: this.#from([100, 100, 1200]),
      random: this.#random,
    });
    this.#odds = {
      fault: this.#from([0, 0.02, 0.06, 0.15]),
      wake: this.#from([0.01, 0.05, 0.2]),
      time: this.#from([0.005, 0.03, 0.1]),
      again: this.#from([0, 0, 0.02]),
      repeat: this.#from([0, 0.01, 0.05]),
    };
    this.#left = 30 + Math.floor(this.#random() * 120);
  }

  async people(): Promise<void> {
    await this.world.settle();
    for (let count = this.#from([1, 1, 2]); count > 0; count--) this.world.addOperator();
    for (let count = this.#from([0, 1, 1, 2, 3]); count > 0; count--)
      this.world.addClient({ hasKey: this.#random() < 0.4 }).begin(this.#from(ttls));
    if (this.#random() < 0.3 || this.world.clients.length === 0) await this.world.kubectlCreate(this.#from(ttls));
  }

  readonly choose = (): Move | undefined => {
    this.#left -= 1;
    if (this.#left < 0) return undefined;
    const { fault, wake, time, again, repeat } = this.#odds;
    const odd =
      this.#perhaps(fault, () => this.#fault()) ??
      this.#perhaps(wake, () => this.#pick([...resumptions(this.world)])) ??
      this.#perhaps(time, () => timeMove(this.world, this.#from([0.1, 0.5, 1, 1]))) ??
      this.#perhaps(again, () => this.#pick([...repeatedObjects(this.world)])) ??
      this.#perhaps(repeat, () => this.#pick([...repeatedCreates(this.world)]));
    return odd ?? this.#pick([...ordinaryMoves(this.world)]) ?? timeMove(this.world);
  };

  #fault(): Move | undefined {
    const call = this.#pick(this.world.gate.waiting);
    const fault = this.#from(faults);
    const strike = call && fault.at(this.world, call, this.#pick);
    return strike && { text: () => `fault: ${fault.name} (${call.actor.name}: ${call.request.name})`, make: strike };
  }

  #perhaps(odds: number, move: () => Move | undefined): Move | undefined {
    return this.#random() < odds ? move() : undefined;
  }

  readonly #pick: Choose = (of) => of[Math.floor(this.#random() * of.length)];

  #from<T>(of: readonly [T, ...T[]] | readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)] as T;
  }
}

/** @throws Counterexample */
export const playSeed = async (seed: number): Promise<World> => {
  const played = new RandomPlay(seed);
  await played.people();
  await play(played.world, played.choose, { text: `seed ${seed}`, replay: `SEED=${seed}` });
  return played.world;
};
