/**
 * Runs in a copy with a mistake. Plays the explorer like `make test`, in the same order, and prints the first broken
 * invariant, or nothing.
 */
import { exploreScenario, exploreSeeds, newCoverage, shortSchedules, shortStrikes } from '../explorer/explore.js';
import { Counterexample } from '../explorer/play/play.js';
import { scenarios } from '../explorer/scenarios/scenarios.js';
import type { Noticed } from './try-session.js';

const coverage = newCoverage();
const struck = shortStrikes();

const plays: [place: string, play: () => Promise<void>][] = [
  ...scenarios.map(
    (each) => [each.name, () => exploreScenario(each, coverage, { struck })] as [string, () => Promise<void>],
  ),
  ['random schedules', () => exploreSeeds({ from: 0, to: shortSchedules })],
];

const noticedIn = async (place: string, play: () => Promise<void>): Promise<Noticed | undefined> => {
  try {
    await play();
    return undefined;
  } catch (error) {
    if (!(error instanceof Counterexample)) throw error;
    const { invariant, where } = error;
    return { invariant, place, where };
  }
};

for (const [place, play] of plays) {
  const noticed = await noticedIn(place, play);
  if (!noticed) continue;
  console.log(JSON.stringify(noticed));
  break;
}
