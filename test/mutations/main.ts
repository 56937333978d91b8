/**
 * Breaks the protocols on purpose, one mistake at a time, and prints a table of their detections. An invariant of the
 * explorer detects those of sessions, a failure test those of renders. After a build: `make mutations`, or `node
 * test/dist/mutations/main.js <name>…`. Exits with 1 if a mistake stays undetected or cannot be made.
 */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Mutation, RenderMutation } from './mutation.js';
import { renderMutations } from './render-mutations.js';
import { sessionMutations } from './session-mutations.js';
import { tryRender } from './try-render.js';
import { trySession } from './try-session.js';

const repository = dirname(dirname(dirname(import.meta.dirname)));
const atOnce = 2;

const usage = `Makes mistakes in the protocols, and prints the invariant or test that detects each. After a build:

    make mutations                              every mistake
    make mutations NAMES='open_late one_more'   only these; commas work too

docs/explorer.md lists the mistakes in sessions, docs/architecture.md those in renders. Exits with 1 if a mistake stays
undetected or its place in the sources is gone. Exits with 2 for an unknown name. Mistakes in renders need nats-server and a
browser, which this command installs.`;

const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

/** Tries some at a time and prints each, since one may take minutes. */
const tryAll = async <M extends Mutation>(
  all: readonly M[],
  attempt: (one: M) => Promise<string | undefined>,
): Promise<void> => {
  const rest = [...all];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      console.error(`${all.length - rest.length} of ${all.length}: ${next.name}`);
      // A mistake that cannot be made, or hangs its judge, fails its own row.
      const caught = await attempt(next).catch((error) => {
        process.exitCode = 1;
        return `**not tried**: ${String(error).replaceAll(/\s+/g, ' ')}`;
      });
      if (caught === undefined) process.exitCode = 1;
      row(`\`${next.name}\``, next.mistake, caught ?? '**nothing**');
    }
  };
  row('Name', 'Mistake', 'Caught by');
  row('---', '---', '---');
  await Promise.all(Array.from({ length: atOnce }, worker));
};

// Otherwise a copy that does not start would pass for a detection.
const demandUnbroken = (noticed: string | undefined) => {
  if (noticed) throw new Error(`The unbroken program fails: ${noticed}`);
};

const trySessions = async (mutations: readonly Mutation[]): Promise<void> => {
  console.error('first the explorer without a mistake');
  demandUnbroken((await trySession(repository, []))?.invariant);
  await tryAll(mutations, async ({ slips }) => {
    const noticed = await trySession(repository, slips);
    if (!noticed) return undefined;
    console.error(noticed.where);
    return `${noticed.invariant}: ${noticed.place}`;
  });
};

const tryRenders = async (mutations: readonly RenderMutation[]): Promise<void> => {
  execFileSync(process.execPath, [join(repository, 'standalone/dist/install-main.js')], { stdio: 'inherit' });
  console.error('first the failure tests without a mistake');
  demandUnbroken(await tryRender(repository));
  await tryAll(mutations, (mutation) => tryRender(repository, mutation));
};

const wanted = process.argv.slice(2).flatMap((names) => names.split(/[\s,]+/).filter(Boolean));
const known = [...sessionMutations, ...renderMutations].map(({ name }) => name);
const unknown = [...new Set(wanted)].filter((name) => !known.includes(name));
if (wanted.includes('--help')) {
  console.log(usage);
} else if (process.argv.length > 2 && wanted.length === 0) {
  console.error(`NAMES names no mistake.\n\n${usage}`);
  process.exitCode = 2;
} else if (unknown.length > 0) {
  console.error(`There is no mistake "${unknown.join('", "')}". There are ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  const chosen = <M extends Mutation>(all: readonly M[]) =>
    all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const [sessions, renders] = [chosen(sessionMutations), chosen(renderMutations)];
  if (sessions.length > 0) await trySessions(sessions);
  if (renders.length > 0) await tryRenders(renders);
}
