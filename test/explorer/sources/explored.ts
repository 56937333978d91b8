import { join } from 'node:path';
import type ts from 'typescript';
import { SourceProgram } from './source-program.js';

const repository = join(import.meta.dirname, '../../../..');

/** A part of a program: its entry files and the interface of its external calls. */
export interface Part {
  name: string;
  entries: readonly ts.SourceFile[];
  dependencies: ts.Type;
}

export interface ExploredProgram {
  program: SourceProgram;
  parts: readonly Part[];
  /** Only the parts make calls in these folders. */
  folders: readonly string[];
  /** Members of the interfaces that are no external calls. */
  internal: readonly InternalCall[];
}

export interface InternalCall {
  call: string;
  why: string;
}

const cached = 'informers keep it in memory';
const informs = 'it only informs people';
const timely = 'it always has an answer';

const operator = (): ExploredProgram => {
  const program = new SourceProgram(join(repository, 'operator'));
  const [sessions, pools] = ['src/browser-session', 'src/browser-pool'];
  const ofSessions = program.interfaceIn(program.file(`${sessions}/pass/dependencies.ts`), 'SessionDependencies');
  const ofPools = program.interfaceIn(program.file(`${pools}/dependencies.ts`), 'PoolDependencies');
  const reconcile = program.file(`${sessions}/reconcile.ts`);
  return {
    program,
    parts: [
      { name: 'operator', entries: [reconcile, ...program.implementing('PodSource')], dependencies: ofSessions },
      { name: 'sweeper', entries: [program.file(`${sessions}/sweep/sweep.ts`)], dependencies: ofSessions },
      { name: 'pool', entries: [program.file(`${pools}/reconcile.ts`)], dependencies: ofPools },
    ],
    folders: [sessions, ...['pass', 'pods', 'start', 'end', 'sweep'].map((part) => `${sessions}/${part}`), pools],
    internal: [
      { call: 'source.podFor', why: 'its implementations are parts of their own' },
      ...['clock.now', 'clock.monotonic'].map((call) => ({ call, why: timely })),
      ...['pods.get', 'pods.unclaimed', 'pods.claimed', 'pools.get', 'sessions.starting'].map((call) => ({
        call,
        why: cached,
      })),
      ...['record', 'recordPool', 'onRefilled'].map((call) => ({ call, why: informs })),
      ...['template', 'newSuffix'].map((call) => ({ call, why: 'it is computed' })),
    ],
  };
};

const api = (): ExploredProgram => {
  const program = new SourceProgram(join(repository, 'api'));
  const dependencies = program.interfaceIn(program.file('src/sessions/dependencies.ts'), 'SessionDependencies');
  const entries = ['open', 'close'].map((each) => program.file(`src/sessions/${each}/${each}-session.ts`));
  return {
    program,
    parts: [{ name: 'api', entries, dependencies }],
    // The rest of the folder reads and serves HTTP.
    folders: [],
    internal: [
      { call: 'waitFor', why: cached },
      { call: 'clock.now', why: timely },
      { call: 'clock.after', why: 'the explorer moves the clock' },
      { call: 'random', why: 'it is computed' },
    ],
  };
};

export const explored = (): readonly ExploredProgram[] => [operator(), api()];
