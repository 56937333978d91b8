import { appendFileSync, writeSync } from 'node:fs';
import { vacantLease } from '@tintype/operator';
import { type ElectionTiming, LeaderElector } from '@tintype/operator/testing';
import { createLog, runProgram } from '@tintype/runtime';
import { openStoreAt, type StoreAddress } from '../stores/store-address.js';

/** The program's one argument. */
export interface ElectedOptions {
  store: StoreAddress;
  lease: { namespace: string; name: string };
  identity: string;
  timing: ElectionTiming;
  /** No leader before: it creates the lease and need not wait. */
  isFirst: boolean;
  /** Gets one line per act of the leader. */
  journal: string;
}

/** One line of output. `at`: milliseconds on the machine's shared clock. */
export interface ElectedWord {
  says: 'started' | 'leads' | 'leads no more';
  pid: number;
  at: number;
}

/** The leader's interval of work. */
const workMs = 5;

const sharedClock = () => Number(process.hrtime.bigint()) / 1e6;

const say = (says: ElectedWord['says']) => {
  const word: ElectedWord = { says, pid: process.pid, at: sharedClock() };
  // Written at once, even if the process is killed next.
  writeSync(1, `${JSON.stringify(word)}\n`);
};

/** While it leads, records its acts with the lease's holder. */
const work = async (elector: LeaderElector, journal: string, term: AbortSignal): Promise<void> => {
  say('leads');
  const number = elector.transitions;
  const timer = setInterval(() => {
    const at = sharedClock();
    // The time is taken before the question: a pause in between is no mistake.
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
  // The elector's timers keep no process alive; a real program has servers.
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
