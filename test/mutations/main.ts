/**
 * Breaks the protocols on purpose, one mistake at a time, and says what notices: of renders which failure test, of sessions
 * which invariant of the explorer. Run by hand, after a build: `make mutations`, or `node test/dist/mutations/main.js
 * <name>…` for some. Exits with 1 when one goes unnoticed that is not known to be harmless, or the other way round.
 */
import { dirname } from 'node:path';
import { apiMutations } from './api-mutations.js';
import type { Mutation, SessionMutation } from './mutation.js';
import { nodeMutations } from './node-mutations.js';
import { sessionMends } from './session-mends.js';
import { sessionMutations } from './session-mutations.js';
import { tryRender } from './try-render.js';
import { trySession } from './try-session.js';

const repository = dirname(dirname(dirname(import.meta.dirname)));
const atOnce = 2;

const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

/** Tries all of them, some at a time. */
const forAll = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const rest = [...all];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

// Without this, a copy that cannot even start would look like one whose mistake is noticed.
const demandUnbroken = (noticed: string | undefined) => {
  if (noticed) throw new Error(`Without any mistake, this is noticed: ${noticed}`);
};

const renders = async (mutations: readonly Mutation[]): Promise<void> => {
  demandUnbroken(await tryRender(repository, { patches: [], tests: [] }));
  row('mutation', 'mistake', 'caught by');
  row('---', '---', '---');
  await forAll(mutations, async (mutation) => {
    const caught = await tryRender(repository, mutation);
    if (!caught) process.exitCode = 1;
    row(`\`${mutation.name}\``, mutation.mistake, caught ?? '**nothing**');
  });
};

const sessions = async (mutations: readonly SessionMutation[]): Promise<void> => {
  demandUnbroken(await trySession(repository, { patches: [] }));
  row('mutation', 'mistake', 'caught by the invariant', 'in');
  row('---', '---', '---', '---');
  await forAll(mutations, async (mutation) => {
    const { name, mistake, absorbed } = mutation;
    const caught = await trySession(repository, mutation);
    if ((caught === undefined) !== (absorbed !== undefined)) process.exitCode = 1;
    row(`\`${name}\``, mistake, caught ?? `**nothing** | ${absorbed ?? ''}`);
  });
};

const wanted = process.argv.slice(2);
const chosen = <T extends { name: string }>(all: readonly T[]): T[] =>
  all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const ofRenders = chosen([...apiMutations, ...nodeMutations]);
const ofSessions = chosen([...sessionMutations, ...sessionMends]);
if (ofRenders.length + ofSessions.length < wanted.length)
  throw new Error(`Not all of these are known: ${wanted.join(', ')}`);
if (ofRenders.length > 0) await renders(ofRenders);
if (ofSessions.length > 0) await sessions(ofSessions);
