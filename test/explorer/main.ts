/**
 * Plays the life of a session with everything that may go wrong. `make explore`, after a change of the protocol:
 *
 *     make explore                        every fault at every call, with the table of what was tried, and 10,000 seeds
 *     make explore SEEDS=0-1000000        these seeds alone
 *     make explore SEED=17                one, step by step
 *     make explore CASE='<scenario>/<call>/<fault>'
 */
import { parseArgs } from 'node:util';
import { exploreScenarios, exploreSeeds } from './explore.js';
import { faults } from './faults.js';
import { Counterexample } from './play.js';
import { playSeed } from './random.js';
import { scenarios } from './scenarios.js';
import { playFault, playScenario } from './systematic.js';
import type { World } from './world.js';

const progressEvery = 10_000;

const playCase = async (text: string): Promise<World> => {
  const [name, call = '', faultName] = text.split('/');
  const scenario = scenarios.find((each) => each.name === name);
  if (!scenario) throw new Error(`No scenario is called "${name}".`);
  if (faultName === undefined) return (await playScenario(scenario)).world;
  const fault = faults.find((each) => each.name === faultName);
  if (!fault) throw new Error(`No fault is called "${faultName}".`);
  return playFault(scenario, Number(call), fault);
};

const show = async (playing: Promise<World>): Promise<void> => {
  for (const line of (await playing).log) console.log(line);
};

const playSeeds = async (text: string): Promise<void> => {
  const [from = 0, to = from + 1] = text.split('-').map(Number);
  const began = performance.now();
  const rate = (count: number) => `${((performance.now() - began) / count).toFixed(2)} ms each`;
  await exploreSeeds({ from, to }, (seed) => {
    const count = seed + 1 - from;
    if (count % progressEvery === 0) console.log(`${count} of ${to - from} schedules pass, ${rate(count)}`);
  });
  console.log(`all ${to - from} schedules pass, ${rate(to - from)}`);
};

const everything = async (): Promise<void> => {
  const coverage = await exploreScenarios();
  console.log(coverage.table());
  console.log(`\nall ${coverage.runs} runs of ${scenarios.length} scenarios pass`);
  await playSeeds('0-10000');
};

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: text, seeds: text, case: text } });
try {
  if (values.seed) await show(playSeed(Number(values.seed)));
  else if (values.case) await show(playCase(values.case));
  else if (values.seeds) await playSeeds(values.seeds);
  else await everything();
} catch (error) {
  if (!(error instanceof Counterexample)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
