import type { Call } from '../played/gate.js';
import { World } from '../played/world.js';
import { type Act, actText, type Scenario } from '../scenarios/scenario.js';
import { type Choose, type Fault, faults } from './faults.js';
import { type Move, timeMove, waitMove } from './moves.js';
import { firstMove, type PlayName, play } from './play.js';

/** The newest candidate, which the call most likely concerns. */
const last: Choose = (of) => of.at(-1);

/** A call of a run without faults, and the faults that can strike there. */
export interface Point {
  row: string;
  faults: readonly Fault[];
}

type Before = (played: ScenarioPlay, call: Call, number: number) => Move | undefined;

/** Adds the number that `CASE` uses. */
const numbered = (move: Move, call: number): Move => ({ ...move, text: () => `call ${call}: ${move.text()}` });

/** Plays a scenario in order, with a fault at one call. */
class ScenarioPlay {
  readonly world: World;
  readonly #script: Act[];
  /** Called before each call; returns the fault's move. */
  readonly #before: Before;
  /** Moves for when no other is left, and for the end. */
  readonly #soon: Move[] = [];
  readonly #last: Move[] = [];
  #calls = 0;
  #waitsUntil: number | undefined;

  constructor({ script, world }: Scenario, before: Before) {
    this.world = new World(world);
    this.#script = [...script];
    this.#before = before;
  }

  async play(bill: PlayName): Promise<void> {
    await this.world.settle();
    this.world.addOperator();
    this.world.calmSince = this.world.clock.now();
    await play(this.world, () => this.#next(), bill);
  }

  /** Resumes what the fault stopped, at its time. */
  resumes(until: Fault['until']): void {
    this.world.calmSince = until === 'the end' ? Infinity : this.world.clock.now();
    const resume = { text: () => 'everything resumes', make: () => this.world.resume() };
    if (until === 'soon') this.#soon.push(resume);
    if (until === 'the end')
      this.#last.push({ text: () => 'everything is over', make: () => this.#enqueueDeafOperators() }, resume);
  }

  #next(): Move | undefined {
    return this.#strike() ?? this.#ordinary() ?? this.#soon.shift() ?? this.#nextAct() ?? this.#last.shift();
  }

  /** Waiting calls come first. */
  #ordinary(): Move | undefined {
    const move = firstMove(this.world);
    return move && this.world.gate.waiting.length > 0 ? numbered(move, this.#calls - 1) : move;
  }

  #strike(): Move | undefined {
    const [call] = this.world.gate.waiting;
    if (!call) return undefined;
    this.#calls += 1;
    const number = this.#calls - 1;
    const move = this.#before(this, call, number);
    return move && numbered(move, number);
  }

  #nextAct(): Move | undefined {
    const [act] = this.#script;
    if (act === undefined) return timeMove(this.world);
    if (typeof act === 'number') return this.#wait(act);
    this.#script.shift();
    const make = async () => {
      this.#enqueueDeafOperators();
      await act(this.world);
    };
    return { text: () => `next act: ${actText(act)}`, make };
  }

  #wait(seconds: number): Move | undefined {
    const now = this.world.clock.now();
    this.#waitsUntil ??= now + seconds * 1000;
    if (now < this.#waitsUntil) return waitMove(this.world, this.#waitsUntil - now);
    this.#waitsUntil = undefined;
    this.#script.shift();
    return this.#nextAct();
  }

  /** A deaf operator acts on its stale caches. */
  #enqueueDeafOperators(): void {
    for (const operator of this.world.operators) if (operator.isDeaf) operator.enqueueAll();
  }
}

/** Plays without faults. @throws Counterexample */
export const playScenario = async (scenario: Scenario): Promise<{ world: World; points: Point[] }> => {
  const points: Point[] = [];
  const played = new ScenarioPlay(scenario, ({ world }, call) => {
    const possible = faults.filter((fault) => fault.at(world, call, last));
    points.push({ row: rowOf(call), faults: possible });
    return undefined;
  });
  await played.play({ text: `"${scenario.name}"`, replay: `CASE='${scenario.name}'` });
  return { world: played.world, points };
};

/** Plays with a fault at one call. @throws Counterexample */
export const playFault = async (scenario: Scenario, at: number, fault: Fault): Promise<World> => {
  const played = new ScenarioPlay(scenario, (struck, call, number) => {
    const strike = number === at ? fault.at(struck.world, call, last) : undefined;
    if (!strike) return undefined;
    struck.resumes(fault.until);
    return { text: () => `fault: ${fault.name} (${call.actor.name}: ${call.request.name})`, make: strike };
  });
  const text = `"${scenario.name}" with "${fault.name}" at call ${at}`;
  await played.play({ text, replay: `CASE='${scenario.name}/${at}/${fault.name}'` });
  return played.world;
};

const rowOf = ({ request }: Call) => `${request.part}: ${request.name}`;
