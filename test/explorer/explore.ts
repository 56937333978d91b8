import { Coverage } from './coverage.js';
import { faults } from './faults.js';
import { playSeed } from './random.js';
import { type Scenario, scenarios } from './scenarios.js';
import { playFault, playScenario } from './systematic.js';

/** Every fault at every call of a scenario. @throws Counterexample */
export const exploreScenario = async (scenario: Scenario, coverage: Coverage): Promise<void> => {
  const { points } = await playScenario(scenario);
  for (const [at, { row, faults: possible }] of points.entries()) {
    for (const fault of possible) {
      await playFault(scenario, at, fault);
      coverage.add(row, fault.name);
    }
  }
};

export const newCoverage = () => new Coverage(faults.map(({ name }) => name));

/** The same of all scenarios. */
export const exploreScenarios = async (): Promise<Coverage> => {
  const coverage = newCoverage();
  for (const scenario of scenarios) await exploreScenario(scenario, coverage);
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
