/**
 * Runs in a copy with a mistake in it: says which invariant notices, and where, or nothing. Plays what is named first, and
 * with `--others` the rest after it.
 */
import { parseArgs } from 'node:util';
import { exploreScenario, exploreSeeds, newCoverage } from '../explorer/explore.js';
import { Counterexample } from '../explorer/play.js';
import { scenarios } from '../explorer/scenarios.js';
import type { Noticed } from './try-session.js';

/** Where a mistake is noticed that no scenario has. */
const randomSchedules = 'random schedules';

/** After so many, a mistake that nothing has noticed slips through. */
const seeds = { from: 0, to: 30_000 };

const plays = new Map<string, () => Promise<void>>([
  ...scenarios.map((each) => [each.name, () => exploreScenario(each, newCoverage())] as const),
  [randomSchedules, () => exploreSeeds(seeds)],
]);

const noticedIn = async (place: string): Promise<Noticed | undefined> => {
  const play = plays.get(place);
  if (!play) throw new Error(`There is no scenario "${place}".`);
  try {
    await play();
    return undefined;
  } catch (error) {
    if (!(error instanceof Counterexample)) throw error;
    const { invariant, where } = error;
    return { invariant, place, where };
  }
};

const { values, positionals: first } = parseArgs({ allowPositionals: true, options: { others: { type: 'boolean' } } });
const others = values.others ? [...plays.keys()].filter((place) => !first.includes(place)) : [];
for (const place of [...first, ...others]) {
  const noticed = await noticedIn(place);
  if (!noticed) continue;
  console.log(JSON.stringify(noticed));
  break;
}
