import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { playCrowd } from './session-crowd.js';
import type { SessionEngine } from './session-engine.js';
import { haltLeader, killLeader, leaderCalls, stopLeader } from './session-leader-faults.js';
import { playOutage } from './session-outages.js';
import { sessionScenarios } from './session-scenarios.js';
import { SessionStage } from './session-stage.js';
import { countWrites } from './session-writes.js';

/** On objects, of all programs together, from the create to the end of everything; without leases and events. */
const mostWrites = 10;

/** Stages that are played at once on one engine. */
const concurrency = 4;

/** These wait for a lease to run out most of the time. */
const strikesAtOnce = 10;

/** The same seed gives the same faults to the same calls, as far as programs make them in the same order. */
const seed = Number(process.env.SEED ?? 1);

type Play = (stage: SessionStage) => Promise<void>;

/** The whole way of sessions, from the api to the charge, on an engine's real servers. */
export const sessionSuite = (engineName: string, open: () => Promise<SessionEngine>): void => {
  describe(`sessions on ${engineName}`, () => {
    let engine: SessionEngine;
    let stages = 0;
    before(async () => {
      engine = await open();
    });
    after(async () => {
      await engine?.close();
    });

    /** Plays on a stage of its own, sees to it that all comes to rest, and that the books are right. */
    const onStage = async (t: TestContext, play: Play, charged?: number): Promise<void> => {
      stages += 1;
      const stage = new SessionStage(engine, await engine.namespace(), seed * 1000 + stages);
      try {
        await stage.begin();
        await play(stage);
        await stage.rest();
        const count = await stage.witness.check();
        if (charged !== undefined) assert.equal(count, charged, 'so many sessions are charged');
      } catch (error) {
        t.diagnostic(`SEED=${seed}\n${stage.story.join('\n')}\n${(await stage.remains().catch(() => [])).join('\n')}`);
        throw error;
      } finally {
        await stage.close();
      }
    };

    describe('without faults', { concurrency }, () => {
      for (const { name, play, charged } of sessionScenarios) it(name, (t) => onStage(t, play, charged));
    });

    describe('while calls are lost and connections break', { concurrency }, () => {
      for (const { name, play } of sessionScenarios)
        it(name, (t) =>
          onStage(t, (stage) => {
            stage.trouble();
            return play(stage);
          }),
        );
    });

    describe('when the leader', { concurrency: strikesAtOnce }, () => {
      for (const call of leaderCalls) {
        it(`is killed before ${call}`, (t) => onStage(t, (stage) => killLeader(stage, 'before', call)));
        it(`is killed after ${call}`, (t) => onStage(t, (stage) => killLeader(stage, 'after', call)));
        it(`is halted before ${call}, and goes on later`, (t) => onStage(t, (stage) => haltLeader(stage, call)));
        it(`is stopped before ${call}`, (t) => onStage(t, (stage) => stopLeader(stage, call)));
      }
    });

    it('when the server of objects crashes', (t) =>
      onStage(t, (stage) => playOutage(stage, () => engine.crashObjects())));

    it('when the server of the books crashes', (t) =>
      onStage(t, (stage) => playOutage(stage, () => engine.crashBooks())));

    it('when there are forty at once', (t) => onStage(t, playCrowd));

    it(`take at most ${mostWrites} writes each`, async (t) => {
      await onStage(t, async (stage) => {
        const client = await stage.open({ account: stage.account('acme', 2), maxTtlSeconds: 60, patienceMs: 20_000 });
        await client.close(stage.api);
        await stage.until('it is gone', async () => (await stage.remains()).length === 0);
        const writes = countWrites(stage);
        if (!writes) return t.skip('nobody counts them here');
        const sum = [...writes.values()].reduce((total, count) => total + count, 0);
        t.diagnostic(`${sum} writes: ${[...writes].map(([call, count]) => `${count} ${call}`).join(', ')}`);
        assert.ok(sum <= mostWrites);
      });
    });
  });
};
