import { join } from 'node:path';
import type ts from 'typescript';
import { SourceProgram } from './source-program.js';

const repository = join(import.meta.dirname, '../../../..');

/** A part of a program, as the coverage table has it: where it begins, and the interface of what it may call. */
export interface Part {
  name: string;
  entries: readonly ts.SourceFile[];
  dependencies: ts.Type;
}

/** A program whose parts are explored. */
export interface ExploredProgram {
  program: SourceProgram;
  parts: readonly Part[];
  /** In these folders nobody but the parts calls anything. */
  folders: readonly string[];
  /** What of the interfaces is no call to the outside. */
  internal: readonly InternalCall[];
}

export interface InternalCall {
  call: string;
  why: string;
}

const cached = 'what informers have seen is in memory';
const told = 'nothing comes of it but a note for people';
const timely = 'it has no answer that could be missing';

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
      { call: 'source.podFor', why: 'whoever implements it is looked at as a part of its own' },
      ...['clock.now', 'clock.monotonic'].map((call) => ({ call, why: timely })),
      ...['pods.get', 'pods.unclaimed', 'pods.claimed', 'pools.get', 'sessions.starting'].map((call) => ({
        call,
        why: cached,
      })),
      ...['record', 'recordPool', 'onRefilled'].map((call) => ({ call, why: told })),
      ...['template', 'newSuffix'].map((call) => ({ call, why: 'it is worked out' })),
    ],
  };
};

const api = (): ExploredProgram => {
  const program = new SourceProgram(join(repository, 'api'));
  const dependencies = program.interfaceIn(program.file('src/sessions/outside.ts'), 'SessionsOutside');
  const entries = ['open', 'close'].map((each) => program.file(`src/sessions/${each}-session.ts`));
  return {
    program,
    parts: [{ name: 'api', entries, dependencies }],
    // The rest of its folder reads, and makes HTTP of it.
    folders: [],
    internal: [
      { call: 'waitFor', why: cached },
      { call: 'clock.now', why: timely },
      { call: 'clock.after', why: 'time passes as the explorer says' },
      { call: 'random', why: 'it is worked out' },
    ],
  };
};

/** All that the explorer plays. */
export const explored = (): readonly ExploredProgram[] => [operator(), api()];
