import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { labels } from '@tintype/crds';
import { compareLedger } from '@tintype/ledger/testing';
import { playCrowd } from './crowd.js';
import type { SessionEngine } from './engine.js';
import { sessionHandScenarios } from './hand-scenarios.js';
import { haltLeader, killLeader, leaderCalls, stopLeader } from './leader-faults.js';
import { sessionPoolScenarios } from './pool-scenarios.js';
import { sessionScenarios } from './scenarios.js';
import { SessionStage } from './stage.js';

const isWrite = (call: string): boolean => /^(create|update|patch|delete)/.test(call);

/** Leases are renewed without sessions; events are for people. */
const isOwn = (call: string): boolean => !/ (leases|events)$/.test(call);

/** All programs' writes so far, by verb and resource. */
const countWrites = (stage: SessionStage): Map<string, number> => {
  const writes = new Map<string, number>();
  for (const { link } of [...stage.operators, ...stage.apis]) {
    for (const [call, count] of Object.entries(link.calls()))
      if (isWrite(call) && isOwn(call)) writes.set(call, (writes.get(call) ?? 0) + count);
  }
  return writes;
};

const wish = (stage: SessionStage) => ({ account: stage.account('acme', 10), maxTtlSeconds: 60, patienceMs: 20_000 });

/** Sessions of all ages while a server crashes and restarts. */
const playOutage = async (stage: SessionStage, crash: () => Promise<void>): Promise<void> => {
  const [closing, crashing] = await Promise.all([
    stage.open(wish(stage)),
    stage.open(wish(stage)),
    stage.open({ ...wish(stage), maxTtlSeconds: 5 }),
  ]);
  const opening = [1, 2, 3].map(() => stage.client(wish(stage)));
  const answers = opening.map((client) => client.open(stage.api));
  const closed = closing.close(stage.api);
  stage.note('the server crashes');
  const crashed = crash();
  const machine = stage.kubelet.machineOf(crashing.session);
  const ended = machine && stage.kubelet.do(machine, (node) => node.end(machine, true));
  await crashed;
  stage.note('the server is back');
  await Promise.all([...answers, closed, ended]);
  const after = await stage.open(wish(stage));
  await after.close(stage.api);
};

/** Object writes of all programs from create to the end, without leases and events. */
const maxWrites = 10;

/** Stages at once on one engine. */
const concurrency = 4;

/** They mostly wait for a lease. */
const strikesAtOnce = 10;

/** A seed gives equal faults to equal calls, if programs make them in equal order. */
const seed = Number(process.env.SEED ?? 1);

const scenarios = [...sessionScenarios, ...sessionHandScenarios, ...sessionPoolScenarios];

/** One per kind: a client closes, a browser crashes, a person edits, a pool serves. */
const scenariosInShort = [
  'opened and closed by its client',
  'the browser crashes',
  'its object is stripped and made again',
  'four at once, three warm pods',
];

/** Calls that cost money or a browser, one that ends another life, and a read. */
const callsInShort = [
  'ledger.open',
  'agent.activate',
  'ledger.charge',
  'update BrowserSession, finalizer removed',
  'status BrowserSession Closed',
  'get Pod',
];

/** @throws if a name is unknown */
const chosen = <T extends { name: string }>(all: readonly T[], names: readonly string[]): T[] => {
  const found = all.filter(({ name }) => names.includes(name));
  assert.equal(found.length, names.length, `of ${names.join('; ')}`);
  return found;
};

/** What meets the API server: deleted pods, a lost node, names, and writes that others change. The rest is the same on NATS. */
const scenariosOfKubernetes = [
  'opened and closed by its client',
  'the pod is drained',
  'the node is lost',
  'its object is stripped and made again',
  'its status is edited while it runs',
  'four at once, three warm pods',
];

/** Lives that meet real time, processes or streams. The explorer plays the others, and all of these, with every fault. */
const undisturbedInShort = [
  'opened and closed by its client',
  'opened, and never closed',
  'made by hand, and never deleted',
  'the browser crashes',
  'the pod is killed',
  'the pod hangs, and its client closes',
  'the pod hangs, and nobody closes',
  'its client leaves at once',
  'its api dies before it hears of the session',
  'its account is disabled',
  'more sessions than slots',
  'one slot, closed and taken again',
  'no pod gets ready',
  'the ledger does not hear the leader for a while',
  'opened on a warm pod, closed by its client, and the pool is filled again',
  'its warm pod gets unready before it is claimed',
  'the template of its pool changes as sessions begin',
];

/** What else happens to sessions. */
const events = ['objects crash', 'ledger crash', 'crowd', 'writes'] as const;

interface Plays {
  /** Names of scenarios and calls. */
  undisturbed: readonly string[];
  troubled: readonly string[];
  struck: readonly string[];
  events: readonly (typeof events)[number][];
}

const everything: Plays = {
  undisturbed: scenarios.map(({ name }) => name),
  troubled: scenarios.map(({ name }) => name),
  struck: leaderCalls.map(({ name }) => name),
  events,
};

export const suitePlays = {
  /** `make test`, on the engine whose stages are cheap. */
  short: {
    undisturbed: undisturbedInShort,
    troubled: scenariosInShort,
    struck: callsInShort,
    // One server keeps objects and ledger.
    events: ['objects crash', 'crowd'],
  },
  /** `make test`, on a second engine. Only `make test-long` loses its calls and strikes its leaders. Its ledger is on NATS, too. */
  second: {
    undisturbed: scenariosOfKubernetes,
    troubled: [],
    struck: [],
    events: ['objects crash', 'writes'],
  },
  /** `make test-long`. */
  whole: everything,
} satisfies Record<string, Plays>;

type Play = (stage: SessionStage) => Promise<void>;

/** The whole life of sessions, from api to charge, on an engine's real servers. `make explore` plays all faults. */
export const sessionSuite = (
  engineName: string,
  open: () => Promise<SessionEngine>,
  { undisturbed, troubled, struck, events: played }: Plays,
): void => {
  describe(`sessions on ${engineName}`, () => {
    let engine: SessionEngine;
    let stages = 0;
    before(async () => {
      engine = await open();
    });
    after(async () => {
      await engine?.close();
    });

    /** Plays on a new stage, waits for rest and checks the ledger. */
    const onStage = async (t: TestContext, play: Play, charged?: number): Promise<void> => {
      stages += 1;
      const stage = new SessionStage(engine, await engine.namespace(), seed * 1000 + stages);
      try {
        await stage.start();
        await play(stage);
        await stage.rest();
        const count = await stage.witness.check();
        if (charged !== undefined) assert.equal(count, charged, 'the number of charged sessions');
      } catch (error) {
        t.diagnostic(
          `SEED=${seed}\n${stage.story.join('\n')}\n${(await stage.leftovers().catch(() => [])).join('\n')}`,
        );
        throw error;
      } finally {
        await stage.close();
      }
    };

    describe('without faults', { concurrency }, () => {
      for (const { name, play, charged } of chosen(scenarios, undisturbed)) it(name, (t) => onStage(t, play, charged));
    });

    describe('while calls are lost and connections break', { concurrency }, () => {
      for (const { name, play } of chosen(scenarios, troubled))
        it(name, (t) =>
          onStage(t, (stage) => {
            stage.trouble();
            return play(stage);
          }),
        );
    });

    describe('when the leader', { concurrency: strikesAtOnce }, () => {
      for (const call of chosen(leaderCalls, struck)) {
        const { name, isRead } = call;
        it(`is killed before ${name}`, (t) => onStage(t, (stage) => killLeader(stage, 'before', call)));
        it(`is halted before ${name}, and resumes later`, (t) => onStage(t, (stage) => haltLeader(stage, call)));
        // A read has no effect: the next call covers it.
        if (isRead) continue;
        it(`is killed after ${name}`, (t) => onStage(t, (stage) => killLeader(stage, 'after', call)));
        it(`is stopped before ${name}`, (t) => onStage(t, (stage) => stopLeader(stage, call)));
      }
    });

    const itPlays = (event: (typeof events)[number], name: string, test: (t: TestContext) => Promise<void>) => {
      if (played.includes(event)) it(name, test);
    };

    itPlays('objects crash', 'when the server of objects crashes', (t) =>
      onStage(t, (stage) => playOutage(stage, () => engine.restartObjectServer())),
    );

    itPlays('ledger crash', 'when the server of the ledger crashes', (t) =>
      onStage(t, (stage) => playOutage(stage, () => engine.crashLedger())),
    );

    itPlays('crowd', 'when there are forty at once', (t) => onStage(t, playCrowd));

    itPlays('writes', `take at most ${maxWrites} writes each`, async (t) => {
      await onStage(t, async (stage) => {
        const client = await stage.open({ account: stage.account('acme', 2), maxTtlSeconds: 60, patienceMs: 20_000 });
        await client.close(stage.api);
        await stage.until('it is gone', async () => (await stage.leftovers()).length === 0);
        const writes = countWrites(stage);
        const sum = [...writes.values()].reduce((total, count) => total + count, 0);
        t.diagnostic(`${sum} writes: ${[...writes].map(([call, count]) => `${count} ${call}`).join(', ')}`);
        assert.ok(sum <= maxWrites);
      });
    });

    const warmName = `take at most ${maxWrites} writes each where there is a warm pool, with the pod that takes its place`;
    itPlays('writes', warmName, async (t) => {
      await onStage(t, async (stage) => {
        await stage.pool(1);
        const before = countWrites(stage);
        const client = await stage.open({ account: stage.account('acme', 2), maxTtlSeconds: 60, patienceMs: 20_000 });
        await client.close(stage.api);
        await stage.until('its pod is gone and another one there', async () => {
          const { items } = await stage.engine.store.list('Pod', { namespace: stage.namespace });
          return items.length === 1 && items[0]?.metadata.labels?.[labels.session] === undefined;
        });
        await stage.until('it is gone', async () => (await stage.session(client.key)) === undefined);
        const writes = countWrites(stage);
        const own = [...writes].map(([call, count]) => [call, count - (before.get(call) ?? 0)] as const);
        t.diagnostic(own.map(([call, count]) => `${count} ${call}`).join(', '));
        // A pool's status is written every 5 s, for any number of sessions.
        const sum = own
          .filter(([call]) => !call.includes('browserpools'))
          .reduce((total, [, count]) => total + count, 0);
        assert.ok(sum <= maxWrites, `${sum} writes`);
      });
    });

    it('leave a ledger without a fault', async (t) => {
      const { opens, charges, credits, faults } = await compareLedger(engine.nats, []);
      t.diagnostic(`${opens} opens, ${charges} charges, ${credits} credits`);
      assert.ok(opens > 0);
      assert.equal(charges, opens);
      assert.deepEqual(faults, []);
    });
  });
};
