/**
 * Breaks the protocols on purpose, one mistake at a time, and says what notices: of renders which failure test, of sessions
 * which invariant of the explorer, in the scenario that `docs/explorer.md` names before all others. Run by hand, after a
 * build: `make mutations`, or `node test/dist/mutations/main.js <name>…` for some. Exits with 1 when one goes unnoticed, or
 * is noticed by another invariant or in another scenario than `docs/explorer.md` says.
 */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { allOfSessions } from './all-of-sessions.js';
import { apiMutations } from './api-mutations.js';
import type { Mistake, Mutation } from './mutation.js';
import { nodeMutations } from './node-mutations.js';
import { recordedMistakes } from './session-table.js';
import { tryRender } from './try-render.js';
import { trySession } from './try-session.js';

const repository = dirname(dirname(dirname(import.meta.dirname)));
const atOnce = 2;

const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

/** Tries all of them, some at a time, and says which, since each may take minutes. */
const forAll = async <T extends { name: string }>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> => {
  const rest = [...all];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      console.error(`${all.length - rest.length} of ${all.length}: ${next.name}`);
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

// Without this, a copy that cannot even start would look like one whose mistake is noticed.
const demandUnbroken = (noticed: string | undefined) => {
  if (noticed) throw new Error(`Without any mistake, this is noticed: ${noticed}`);
};

const failed = Symbol('failed');

/** A mistake that cannot be tried fails its own row: what it patches has changed, or what judges it came to no end. */
const tried = async <T>({ name, mistake }: Mistake, work: () => Promise<T>) => {
  try {
    return await work();
  } catch (error) {
    process.exitCode = 1;
    row(`\`${name}\``, mistake, `**not tried**: ${String(error)}`);
    return failed;
  }
};

const renders = async (mutations: readonly Mutation[]): Promise<void> => {
  demandUnbroken(await tryRender(repository, { patches: [], tests: [] }));
  row('mutation', 'mistake', 'caught by');
  row('---', '---', '---');
  await forAll(mutations, async (mutation) => {
    const caught = await tried(mutation, () => tryRender(repository, mutation));
    if (caught === undefined) process.exitCode = 1;
    if (caught !== failed) row(`\`${mutation.name}\``, mutation.mistake, caught ?? '**nothing**');
  });
};

const sessions = async (mutations: readonly Mistake[]): Promise<void> => {
  const recorded = new Map(recordedMistakes(repository).map((each) => [each.name, each]));
  const placesOf = ({ name }: Mistake) => [recorded.get(name)?.place].filter((place) => place !== undefined);
  const places = [...new Set(mutations.flatMap(placesOf))];
  console.error(`first ${places.length} scenarios without any mistake`);
  demandUnbroken((await trySession(repository, { patches: [] }, { first: places, andOthers: false }))?.invariant);
  row('mutation', 'mistake', 'caught by the invariant', 'in', 'where');
  row('---', '---', '---', '---', '---');
  await forAll(mutations, async (mutation) => {
    const { name, mistake } = mutation;
    const noticed = await tried(mutation, () =>
      trySession(repository, mutation, { first: placesOf(mutation), andOthers: true }),
    );
    if (noticed === failed) return;
    const { invariant = '**nothing**', place = '', where = '' } = noticed ?? {};
    row(`\`${name}\``, mistake, invariant, place, where);
    const was = recorded.get(name);
    if (invariant === was?.invariant && place === was.place) return;
    console.log(`docs/explorer.md has: ${was ? `${was.invariant} | ${was.place}` : 'no such mistake'}`);
    process.exitCode = 1;
  });
};

const usage = `Breaks the protocols on purpose, and says what notices. \`make mutations\`, after a build:

    make mutations                      every mistake
    make mutations NAMES='now no_cap'   these, each once; or with commas

docs/explorer.md has the mistakes of sessions by their names. Exits with 1 when one goes unnoticed, or is noticed otherwise than
that page says, and with 2 when there is no such mistake. What renders need (nats-server, a browser) is installed when one
of theirs is asked for.`;

const wanted = process.argv.slice(2).flatMap((names) => names.split(/[\s,]+/).filter(Boolean));
if (wanted.includes('--help')) {
  console.log(usage);
  process.exit(0);
}
if (process.argv.length > 2 && wanted.length === 0) {
  console.error(`NAMES names no mistake.\n\n${usage}`);
  process.exit(2);
}
const chosen = <T extends { name: string }>(all: readonly T[]): T[] =>
  all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const allOfRenders = [...apiMutations, ...nodeMutations];
const all = [...allOfRenders, ...allOfSessions];
const ofRenders = chosen(allOfRenders);
const ofSessions = chosen(allOfSessions);
const known = new Set(all.map(({ name }) => name));
const unknown = wanted.filter((name) => !known.has(name));
if (unknown.length > 0) {
  console.error(
    `There is no mistake "${[...new Set(unknown)].join('", "')}". There are ${all.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
if (ofRenders.length > 0) {
  const install = join(repository, 'standalone/dist/install-main.js');
  execFileSync(process.execPath, [install], { stdio: 'inherit' });
  await renders(ofRenders);
}
if (ofSessions.length > 0) await sessions(ofSessions);
