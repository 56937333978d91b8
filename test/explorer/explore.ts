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

/** A fault at a call of a scenario, by its place. */
export interface Strike extends Pick<Point, 'row'> {
  at: number;
  fault: Fault;
}

/** Which are tried, of all that are possible in a scenario. */
export type StrikeFilter = (strikes: readonly Strike[], coverage: Coverage) => readonly Strike[];

export const everyStrike: StrikeFilter = (strikes) => strikes;

/** At the first and the last call of each kind: those between them hardly differ but for the time. */
const atFirstAndLast = (strikes: readonly Strike[]): Strike[] => {
  const calls = [...new Map(strikes.map(({ at, row }) => [at, row]))];
  const first = new Map(calls.toReversed().map(([at, row]) => [row, at]));
  const last = new Map(calls.map(([at, row]) => [row, at]));
  return strikes.filter(({ at, row }) => at === first.get(row) || at === last.get(row));
};

/** Of those the first of its kind, and one of so many in turn, through all scenarios: each has its share of every fault. */
const oneOf = (many: number): StrikeFilter => {
  let turn = 0;
  return (strikes, coverage) =>
    atFirstAndLast(strikes).filter(({ row, fault }) => {
      turn += 1;
      return turn % many === 0 || coverage.count(row, fault.name) === 0;
    });
};

/** What `make test` strikes: every fault at every kind of call, and one in ten of the others. `make explore` strikes all. */
export const shortStrikes = (): StrikeFilter => oneOf(10);

/** How many random schedules `make test` plays. `make explore` plays 10,000. */
export const shortSchedules = 1000;

interface Exploration {
  struck?: StrikeFilter;
  progress?: (what: string) => void;
}

/** Every fault at the calls of a scenario. @throws Counterexample */
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
  log.filter((line) => !/: fault: | what stood still goes on$| all is over$/.test(line));

/** All that happened beside the fault, with what each call was answered. */
const stepsOf = (world: World): string =>
  linesWithoutFault(world)
    .join('\n')
    .replaceAll(/ call \d+: /g, ' ');

/** What comes of a scenario in which nothing goes wrong. @throws Counterexample */
export const checkExpectedOutcome = (
  { name, answers = [], credits }: Scenario,
  { clients, books: { charges }, log }: World,
): void => {
  const outcome = {
    told: clients.map((client) => client.answer),
    credits: charges.firsts.map((charge) => charge.credits),
  };
  if (isDeepStrictEqual(outcome, { told: answers, credits })) return;
  const broken = new BrokenInvariant('it comes out as expected', JSON.stringify(outcome));
  throw new Counterexample(broken, { text: `"${name}"`, replay: `CASE='${name}'` }, log);
};

export const newCoverage = () => new Coverage(faults.map(({ name }) => name));

/** The same of all scenarios. */
export const exploreScenarios = async (progress: (what: string) => void = () => undefined): Promise<Coverage> => {
  const coverage = newCoverage();
  for (const [index, scenario] of scenarios.entries())
    await exploreScenario(scenario, coverage, {
      progress: (what) => progress(`${index + 1} of ${scenarios.length} scenarios, "${scenario.name}", ${what}`),
    });
  return coverage;
};

/** Random schedules, from one seed up to, but not including, another. @throws Counterexample */
export const exploreSeeds = async (
  { from, to }: { from: number; to: number },
  progress: (seed: number) => void = () => undefined,
): Promise<void> => {
  for (let seed = from; seed < to; seed++) {
    await playSeed(seed);
    progress(seed);
  }
};

/** So often at the most, and not of what is over before. */
const everyMs = 3000;

/** Says how far something is that takes long, in a line now and then; and nothing of what is over soon. */
export const progressReporter = (
  say: (line: string) => void,
  now: () => number = () => performance.now(),
): ((line: () => string) => void) => {
  let said = now();
  return (line) => {
    if (now() - said < everyMs) return;
    said = now();
    say(line());
  };
};
