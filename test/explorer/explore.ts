import { isDeepStrictEqual } from 'node:util';
import { Coverage } from './coverage.js';
import { faults } from './faults.js';
import { Counterexample } from './play.js';
import { playSeed } from './random.js';
import type { Scenario } from './scenario.js';
import { scenarios } from './scenarios.js';
import { type Point, playFault, playScenario } from './systematic.js';
import { Broken } from './watcher.js';
import type { World } from './world.js';

/** Which of the calls of a scenario are struck, by their places. */
export type Struck = (points: readonly Point[]) => number[];

export const everyCall: Struck = (points) => [...points.keys()];

/** Of each kind of call in a scenario the first and the last: those between them hardly differ but for the time. */
export const firstAndLastCalls: Struck = (points) => {
  const rows = points.map(({ row }) => row);
  return everyCall(points).filter((at) => rows.indexOf(rows[at]!) === at || rows.lastIndexOf(rows[at]!) === at);
};

interface Exploration {
  struck?: Struck;
  progress?: (what: string) => void;
}

/** Every fault at the calls of a scenario. @throws Counterexample */
export const exploreScenario = async (
  scenario: Scenario,
  coverage: Coverage,
  { struck: which = everyCall, progress = () => undefined }: Exploration = {},
): Promise<void> => {
  const { world, points } = await playScenario(scenario);
  demandOutcome(scenario, world);
  const undisturbed = stepsOf(world);
  for (const at of which(points)) {
    const { row, faults: possible } = points[at]!;
    for (const fault of possible) {
      const struck = await playFault(scenario, at, fault);
      coverage.add(row, fault.name, stepsOf(struck) === undisturbed);
      progress(`call ${at} of ${points.length}`);
    }
  }
};

const notOfTheFault = ({ log }: World) =>
  log.filter((line) => !/: fault: | what stood still goes on$| all is over$/.test(line));

/** All that happened beside the fault, with what each call was answered. */
const stepsOf = (world: World): string =>
  notOfTheFault(world)
    .join('\n')
    .replaceAll(/ call \d+: /g, ' ');

/** What comes of a scenario in which nothing goes wrong. @throws Counterexample */
export const demandOutcome = (
  { name, told = [], credits }: Scenario,
  { clients, books: { charges }, log }: World,
): void => {
  const outcome = {
    told: clients.map((client) => client.told),
    credits: charges.firsts.map((charge) => charge.credits),
  };
  if (isDeepStrictEqual(outcome, { told, credits })) return;
  const broken = new Broken('it comes out as expected', JSON.stringify(outcome));
  throw new Counterexample(broken, { text: `"${name}"`, again: `CASE='${name}'` }, log);
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
