/** Plays sessions with every fault; see `--help`. */

import { type Command, commandFrom, UsageError, usage } from './command.js';
import { checkExpectedOutcome, exploreScenarios, exploreSeeds, progressReporter } from './explore.js';
import { faults } from './play/faults.js';
import { Counterexample } from './play/play.js';
import { playSeed } from './play/random.js';
import { type Point, playFault, playScenario } from './play/systematic.js';
import type { World } from './played/world.js';
import { scenarios } from './scenarios/scenarios.js';

const progress = progressReporter((line) => console.error(line));

/** @throws UsageError if the fault cannot strike */
const playCase = async ({ scenario, strike }: Extract<Command, { what: 'case' }>): Promise<World> => {
  const { world, points } = await playScenario(scenario);
  if (!strike) {
    checkExpectedOutcome(scenario, world);
    console.log('faults, and the calls they can strike:');
    for (const line of strikes(points)) console.log(line);
    console.log('\nthe run without a fault:');
    return world;
  }
  const { at, fault } = strike;
  const point = points[at];
  if (!point)
    throw new UsageError(`"${scenario.name}" has ${points.length} calls, numbered from 0; there is no call ${at}.`);
  if (!point.faults.includes(fault)) throw new UsageError(`"${fault.name}" can't strike at call ${at}, ${point.row}.`);
  return playFault(scenario, at, fault);
};

const strikes = (points: readonly Point[]): string[] =>
  faults.flatMap((fault) => {
    const calls = points.flatMap((point, at) => (point.faults.includes(fault) ? [at] : []));
    return calls.length > 0 ? [`${fault.name}: ${rangesOf(calls)}`] : [];
  });

/** `0-3, 7`. */
const rangesOf = (numbers: readonly number[]): string => {
  const firsts = numbers.filter((number) => !numbers.includes(number - 1));
  const lasts = numbers.filter((number) => !numbers.includes(number + 1));
  return firsts.map((first, at) => (first === lasts[at] ? `${first}` : `${first}-${lasts[at]}`)).join(', ');
};

const show = ({ log, clients, ledger: { charges } }: World): void => {
  for (const line of log) console.log(line);
  for (const { name, answer } of clients) console.log(`${name} got ${answer}`);
  for (const { session, credits, closeReason } of charges.firsts)
    console.log(`${session} is charged ${credits}, ${closeReason}`);
  if (charges.firsts.length === 0) console.log('nothing was charged');
  console.log('every invariant holds');
};

const playSeeds = async ({ from, to }: { from: number; to: number }): Promise<void> => {
  const began = performance.now();
  const rate = (count: number) => `${((performance.now() - began) / count).toFixed(2)} ms each`;
  await exploreSeeds({ from, to }, (seed) => {
    const count = seed + 1 - from;
    progress(() => `${count} of ${to - from} schedules pass, ${rate(count)}`);
  });
  console.log(`all ${to - from} schedules pass, ${rate(to - from)}`);
};

const playEverything = async (): Promise<void> => {
  const coverage = await exploreScenarios((what) => progress(() => what));
  console.log(coverage.table());
  console.log(
    `\nall ${coverage.runs} runs of ${scenarios.length} scenarios pass; in ${coverage.idleRuns} of them the fault changed nothing`,
  );
  console.log(`cells that have only such runs:\n${coverage.idleCells.join('\n')}`);
  await playSeeds({ from: 0, to: 10_000 });
};

const carryOut = async (order: Command): Promise<void> => {
  switch (order.what) {
    case 'help':
      return console.log(usage);
    case 'seed':
      return show(await playSeed(order.seed));
    case 'seeds':
      return playSeeds(order);
    case 'case':
      return show(await playCase(order));
    case 'everything':
      return playEverything();
  }
};

try {
  await carryOut(commandFrom(process.argv.slice(2)));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  } else if (error instanceof Counterexample) {
    console.log(error.message);
    process.exitCode = 1;
  } else throw error;
}
