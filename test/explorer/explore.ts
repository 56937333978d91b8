import { isDeepStrictEqual } from 'node:util';
import { BrokenInvariant } from './invariants/watcher.js';
import { Coverage } from './play/coverage.js';
import { type Fault, faults } from './play/faults.js';
import { Counterexample } from './play/play.js';
import { playSeed } from './play/random.js';
import { type Point, playFault, playScenario } from './play/systematic.js';
import type { World } from './played/world.js';
import type { Scenario } from './scenarios/scenario.js';
import { scenarios } from './scenarios/scenarios.js';

export interface Strike extends Pick<Point, 'row'> {
  at: number;
  fault: Fault;
}

/** Selects strikes from all possible ones of a scenario. */
export type StrikeFilter = (strikes: readonly Strike[], coverage: Coverage) => readonly Strike[];

export const everyStrike: StrikeFilter = (strikes) => strikes;

/** The first and last call of each kind: those in between differ little. */
const atFirstAndLast = (strikes: readonly Strike[]): Strike[] => {
  const calls = [...new Map(strikes.map(({ at, row }) => [at, row]))];
  const first = new Map(calls.toReversed().map(([at, row]) => [row, at]));
  const last = new Map(calls.map(([at, row]) => [row, at]));
  return strikes.filter(({ at, row }) => at === first.get(row) || at === last.get(row));
};

/** Whether the first `close` of a bound pod counts shows only after such a fault: `make mutations NAMES=without-rebind`. */
const isRare = ({ row, fault }: Strike): boolean =>
  row === 'operator: agent.activate' && fault.name === 'answer lost, and the next call fails';

/**
 * The first strike of each kind, rare ones, and every nth of the rest. Counts across scenarios, so that each scenario
 * meets every fault.
 */
const oneOf = (many: number): StrikeFilter => {
  let turn = 0;
  return (strikes, coverage) =>
    atFirstAndLast(strikes).filter((strike) => {
      const { row, fault } = strike;
      turn += 1;
      return turn % many === 0 || coverage.count(row, fault.name) === 0 || isRare(strike);
    });
};

/** For `make test`: every fault at every kind of call, and one in ninety of the rest. `make explore` strikes all. */
export const shortStrikes = (): StrikeFilter => oneOf(90);

/** Random schedules in `make test`; `make explore` plays 10,000. */
export const shortSchedules = 1000;

interface Exploration {
  struck?: StrikeFilter;
  progress?: (what: string) => void;
}

/** @throws Counterexample */
export const exploreScenario = async (
  scenario: Scenario,
  coverage: Coverage,
  { struck: which = everyStrike, progress = () => undefined }: Exploration = {},
): Promise<void> => {
  const { world, points } = await playScenario(scenario);
  checkExpectedOutcome(scenario, world);
  const undisturbed = stepsOf(world);
  const strikes = points.flatMap(({ row, faults: possible }, at) => possible.map((fault) => ({ at, row, fault })));
  for (const { at, row, fault } of which(strikes, coverage)) {
    const struck = await playFault(scenario, at, fault);
    coverage.add(row, fault.name, stepsOf(struck) === undisturbed);
    progress(`call ${at} of ${points.length}`);
  }
};

const linesWithoutFault = ({ log }: World) =>
  log.filter((line) => !/: fault: | everything resumes$| everything is over$/.test(line));

/** The log without the fault and the call numbers. */
const stepsOf = (world: World): string =>
  linesWithoutFault(world)
    .join('\n')
    .replaceAll(/ call \d+: /g, ' ');

/** Checks a run without faults. @throws Counterexample */
export const checkExpectedOutcome = (
  { name, answers = [], credits }: Scenario,
  { clients, ledger: { charges }, log }: World,
): void => {
  const outcome = {
    answers: clients.map((client) => client.answer),
    credits: charges.firsts.map((charge) => charge.credits),
  };
  if (isDeepStrictEqual(outcome, { answers, credits })) return;
  const broken = new BrokenInvariant('the outcome is as expected', JSON.stringify(outcome));
  throw new Counterexample(broken, { text: `"${name}"`, replay: `CASE='${name}'` }, log);
};

export const newCoverage = () => new Coverage(faults.map(({ name }) => name));

export const exploreScenarios = async (progress: (what: string) => void = () => undefined): Promise<Coverage> => {
  const coverage = newCoverage();
  for (const [index, scenario] of scenarios.entries())
    await exploreScenario(scenario, coverage, {
      progress: (what) => progress(`${index + 1} of ${scenarios.length} scenarios, "${scenario.name}", ${what}`),
    });
  return coverage;
};

/** `to` is not included. @throws Counterexample */
export const exploreSeeds = async (
  { from, to }: { from: number; to: number },
  progress: (seed: number) => void = () => undefined,
): Promise<void> => {
  for (let seed = from; seed < to; seed++) {
    await playSeed(seed);
    progress(seed);
  }
};

/** The shortest time between two lines. */
const everyMs = 3000;

/** Reports the progress of a long run at most every 3 s. */
export const progressReporter = (
  say: (line: string) => void,
  now: () => number = () => performance.now(),
): ((line: () => string) => void) => {
  let reportedAt = now();
  return (line) => {
    if (now() - reportedAt < everyMs) return;
    reportedAt = now();
    say(line());
  };
};
