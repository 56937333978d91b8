import { appendFileSync, writeSync } from 'node:fs';
import { vacantLease } from '@tintype/operator';
import { type ElectionTiming, LeaderElector } from '@tintype/operator/testing';
import { createLog, runProgram } from '@tintype/runtime';
import { openStoreAt, type StorePlace } from './store-place.js';

/** What the program is told, as its one argument. */
export interface ElectedOptions {
  store: StorePlace;
  lease: { namespace: string; name: string };
  identity: string;
  timing: ElectionTiming;
  /** Nobody has led yet: it makes the lease, and need not wait. */
  isFirst: boolean;
  /** Gets a line for all that the leader does. */
  journal: string;
}

/** A line of the program's output. `at` is of the clock that all processes of a machine share, in milliseconds. */
export interface ElectedWord {
  says: 'started' | 'leads' | 'leads no more';
  pid: number;
  at: number;
}

/** A leader is busy: it does something so often. */
const workMs = 5;

const sharedClock = () => Number(process.hrtime.bigint()) / 1e6;

const say = (says: ElectedWord['says']) => {
  const word: ElectedWord = { says, pid: process.pid, at: sharedClock() };
  // At once, also when the process is killed after it.
  writeSync(1, `${JSON.stringify(word)}\n`);
};

/** Writes down what it does and for which holder of the lease, as long as it may. */
const work = async (elector: LeaderElector, journal: string, term: AbortSignal): Promise<void> => {
  say('leads');
  const number = elector.transitions;
  const timer = setInterval(() => {
    const at = sharedClock();
    // The time is from before the question: a pause between question and line is nobody's mistake.
    if (elector.isLeading()) appendFileSync(journal, `${at} ${number} ${elector.identity}\n`);
  }, workMs);
  await new Promise((resolve) => term.addEventListener('abort', resolve));
  clearInterval(timer);
  say('leads no more');
};

const start = async ({ store: place, journal, isFirst, ...options }: ElectedOptions) => {
  const store = await openStoreAt(place, 'elected');
  if (isFirst) await store.create('Lease', vacantLease(options.lease));
  const elector = new LeaderElector({
    ...options,
    store,
    log: createLog(options.identity, 'warn'),
  });
  const stop = new AbortController();
  const ended = elector.run(stop.signal, (term) => work(elector, journal, term));
  // The elector's own timers keep no process alive; a program has servers that do.
  const alive = setInterval(() => undefined, 60_000);
  say('started');
  return {
    stop: async () => {
      stop.abort();
      await ended;
      clearInterval(alive);
    },
  };
};

const [, , argument = ''] = process.argv;
await runProgram({ name: 'elected', start: () => start(JSON.parse(argument)), hardMs: 15_000 });
