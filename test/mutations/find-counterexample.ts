/** Runs in a copy with a mistake in it: says which invariant notices, and where, or nothing. */
import { exploreScenarios, exploreSeeds } from '../explorer/explore.js';
import { Counterexample } from '../explorer/play.js';

/** So many, and a mistake that nobody has noticed counts as absorbed. */
const seeds = { from: 0, to: 30_000 };

try {
  await exploreScenarios();
  await exploreSeeds(seeds);
} catch (error) {
  if (!(error instanceof Counterexample)) throw error;
  console.log(`${error.invariant} | ${error.where}`);
}
