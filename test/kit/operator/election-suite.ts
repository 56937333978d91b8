import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type ElectionTiming, usualTiming } from '@tintype/operator/testing';
import type { StoreAddress } from '../stores/store-address.js';
import { until } from '../until.js';
import { ElectedProcess } from './elected-process.js';

/** A server with objects that two processes reach separately. */
export interface ElectionEngine {
  places: { first: StoreAddress; second: StoreAddress };
  /** Cuts the first process off in both directions until the returned function is called. */
  cutOff: () => () => void;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** The steps of production, in less time. */
const shortTiming: ElectionTiming = { leaseDurationMs: 4000, renewDeadlineMs: 2500, retryPeriodMs: 500 };

const leaseText = `with a lease of ${shortTiming.leaseDurationMs} ms`;

const now = () => Number(process.hrtime.bigint()) / 1e6;

/** What happens to the leader. */
const troubles = ['stopped', 'killed', 'paused', 'paused for a moment', 'cut off', 'server away'] as const;
type Trouble = (typeof troubles)[number];

/** Real processes on an engine, in these troubles. */
export const electionSuite = (
  engineName: string,
  open: () => Promise<ElectionEngine>,
  played: readonly Trouble[] = troubles,
): void => {
  describe(`two processes that stand for leader on ${engineName}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tintype-election-'));
    let engine: ElectionEngine;
    let processes: ElectedProcess[] = [];
    let count = 0;

    before(async () => {
      engine = await open();
    });
    after(async () => {
      await engine?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    afterEach(async () => {
      await Promise.all(processes.map((each) => each.end()));
      processes = [];
    });

    const journalOf = (name: string) => join(folder, name);

    /** Two processes for one lease; the first leads. */
    const stand = async (timing = shortTiming) => {
      count += 1;
      const name = `election-${count}`;
      const make = async (identity: 'first' | 'second') => {
        const lease = { namespace: 'default', name };
        const journal = journalOf(name);
        const store = engine.places[identity];
        const isFirst = identity === 'first';
        const made = new ElectedProcess({ store, lease, identity, timing, journal, isFirst });
        processes.push(made);
        await made.started();
        return made;
      };
      const first = await make('first');
      await first.leading();
      const second = await make('second');
      return { first, second, journal: journalOf(name) };
    };

    const report = (t: TestContext, what: string, milliseconds: number) =>
      t.diagnostic(`${engineName}: ${what} took ${Math.round(milliseconds)} ms`);

    const itPlays = (trouble: Trouble, name: string, test: (t: TestContext) => Promise<void>) => {
      if (played.includes(trouble)) it(name, test);
    };

    itPlays('stopped', 'hand over at once when the leader is stopped', async (t) => {
      const { first, second, journal } = await stand();
      const stopped = now();
      first.signal('SIGTERM');
      report(t, 'the hand-over after SIGTERM', (await second.leading()) - stopped);
      await first.exited;
      await untilGrows(journal);
      checkJournal(journal, ['first', 'second']);
    });

    itPlays('killed', 'hand over when the leader is killed, with the usual timing', async (t) => {
      const { first, second, journal } = await stand(usualTiming);
      const killed = now();
      first.signal('SIGKILL');
      report(t, 'the hand-over after SIGKILL', (await second.leading()) - killed);
      await untilGrows(journal);
      checkJournal(journal, ['first', 'second']);
    });

    itPlays(
      'paused',
      'hand over when the leader is paused, and the old leader does nothing when it resumes',
      async (t) => {
        const { first, second, journal } = await stand();
        const paused = now();
        first.signal('SIGSTOP');
        report(t, `the hand-over after SIGSTOP, ${leaseText},`, (await second.leading()) - paused);
        await untilGrows(journal);
        first.signal('SIGCONT');
        await until('the first has noticed', () => !first.leads);
        await untilGrows(journal);
        checkJournal(journal, ['first', 'second']);
      },
    );

    itPlays('paused for a moment', 'keep their leader when it is paused for a moment', async () => {
      const { first, journal } = await stand(usualTiming);
      for (let time = 0; time < 5; time += 1) {
        first.signal('SIGSTOP');
        await setTimeout(100);
        first.signal('SIGCONT');
        await untilGrows(journal);
      }
      checkJournal(journal, ['first']);
    });

    itPlays('cut off', 'hand over when the leader is cut off, which stands again when it is not', async (t) => {
      const { first, second, journal } = await stand();
      const cut = now();
      const mend = engine.cutOff();
      report(t, `the hand-over from one that is cut off, ${leaseText},`, (await second.leading()) - cut);
      assert.equal(first.leads, false);
      await untilGrows(journal);
      mend();
      second.signal('SIGTERM');
      await first.leading(1);
      await untilGrows(journal);
      checkJournal(journal, ['first', 'second', 'first']);
    });

    itPlays('server away', 'have no leader while the server is away for long, and one when it is back', async (t) => {
      const { first, second, journal } = await stand();
      await engine.kill();
      await until('the leader has given up', () => !first.leads);
      await engine.restart();
      const back = now();
      await until('somebody leads', () => first.leads || second.leads);
      report(t, 'a new term after the server was back', now() - back);
      await untilGrows(journal);
      checkJournal(journal);
    });
  });
};

const linesOf = (journal: string): string[] => readFileSync(journal, 'utf8').split('\n').filter(Boolean);

const untilGrows = async (journal: string): Promise<void> => {
  const before = linesOf(journal).length;
  await until('the leader works', () => linesOf(journal).length > before + 5);
};

/** Checks that one holder worked per transition, in the order of `holders`. */
const checkJournal = (journal: string, holders?: readonly string[]): void => {
  const entries = linesOf(journal).map((line) => {
    const [at = '', term = '', identity = ''] = line.split(' ');
    return { at: Number(at), term: Number(term), identity };
  });
  const inOrder = entries.sort((one, other) => one.at - other.at);
  const seen: { term: number; identity: string }[] = [];
  for (const { term, identity } of inOrder) {
    const last = seen.at(-1);
    if (last?.term === term && last.identity === identity) continue;
    assert.ok(!last || term > last.term, `${identity} worked in term ${term} after ${last?.identity} in ${last?.term}`);
    seen.push({ term, identity });
  }
  if (holders)
    assert.deepEqual(
      seen.map(({ identity }) => identity),
      holders,
    );
};
