/** Runs in a copy with a mistake in it: says which invariant notices, and where, or nothing. */
import { exploreScenarios, exploreSeeds } from '../explorer/explore.js';
import { Counterexample } from '../explorer/play.js';

/** After so many, a mistake that nothing has noticed slips through. */
const seeds = { from: 0, to: 30_000 };

try {
  await exploreScenarios();
  await exploreSeeds(seeds);
} catch (error) {
  if (!(error instanceof Counterexample)) throw error;
  const { invariant, where } = error;
  console.log(JSON.stringify({ invariant, where }));
}
