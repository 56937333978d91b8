import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { buckets, streams, subjects, usageConsumer } from '@tintype/contracts';
import { dayOfUsage, provisionLedger, RenderLedger, RollUp, UsageRecords } from '@tintype/ledger';
import { compareLedger } from '@tintype/ledger/testing';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { renderCharge } from '../../kit/ledger/entries.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const log = createLog('test', 'silent');

/** A day without usage. */
const nothing = dayOfUsage('');

describe('the ledger', () => {
  let server: NatsServer;
  let nats: Nats;
  let ledger: RenderLedger;
  let usage: UsageRecords;

  before(async () => {
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'test', log });
    await provisionLedger(nats, new PlayedBirth());
    ledger = new RenderLedger(nats);
    usage = new UsageRecords(await nats.kv(buckets.usage));
  });
  after(async () => {
    await nats?.close();
    await server?.stop();
  });

  it('takes one charge for each id, and the first one stands', async () => {
    const first = renderCharge({ account: 'once' });
    const racers = await Promise.all(Array.from({ length: 16 }, () => ledger.charge(first)));
    assert.equal(racers.filter(Boolean).length, 1);
    assert.equal(await ledger.charge({ ...first, credits: 5 }), false);
  });

  it('cannot be rewritten: nothing is deleted from it or purged', async () => {
    await assert.rejects(nats.manager.streams.deleteMessage(streams.charges, 1));
    await assert.rejects(nats.manager.streams.purge(streams.charges));
  });

  it('is rolled up once by account and day, by replicas that come, go and do it again', async () => {
    const charges = Array.from({ length: 60 }, (_, n) =>
      renderCharge({ account: `acct${n % 3}`, at: `2026-05-0${1 + (n % 2)}T12:00:00.000Z` }),
    );
    const early = new RollUp({ nats, usage, log });
    early.start();
    await Promise.all(charges.slice(0, 30).map((each) => ledger.charge(each)));
    await early.stop();
    const replicas = [new RollUp({ nats, usage, log }), new RollUp({ nats, usage, log })];
    for (const replica of replicas) replica.start();
    await Promise.all(charges.slice(30).map((each) => ledger.charge(each)));
    const total = async () =>
      (await Promise.all([0, 1, 2].map((n) => usage.total(`acct${n}`)))).reduce((sum, { credits }) => sum + credits, 0);
    await until('everything is rolled up', async () => (await total()) === 60);
    await Promise.all(replicas.map((replica) => replica.stop()));
    assert.deepEqual(await usage.days('acct1'), [
      { ...nothing, date: '2026-05-01', renders: { ...nothing.renders, image: 10 }, credits: 10, charges: 10 },
      { ...nothing, date: '2026-05-02', renders: { ...nothing.renders, image: 10 }, credits: 10, charges: 10 },
    ]);
    const report = await compareLedger(nats, []);
    assert.deepEqual([report.faults, report.pending], [[], 0]);
  });

  it('does not add a charge again that was delivered again', async () => {
    const one = renderCharge({ account: 'again' });
    await usage.add(one, 1000);
    await usage.add(one, 1000);
    await usage.add(renderCharge({ account: 'again' }), 999);
    assert.deepEqual(await usage.total('again'), { credits: 1, charges: 1, lastSequence: 1000 });
  });

  it('is rolled up past what cannot be read', async () => {
    const kv = await nats.kv(buckets.usage);
    await kv.put('day.damaged.2026-05-04', '{}');
    await nats.jetstream.publish(subjects.renderCharge('damaged'), 'not JSON');
    await ledger.charge(renderCharge({ account: 'damaged' }));
    await ledger.charge(renderCharge({ account: 'behind' }));
    const rollUp = new RollUp({ nats, usage, log });
    rollUp.start();
    await until('the charge behind them is rolled up', async () => (await usage.total('behind')).credits === 1);
    await rollUp.stop();
  });

  it('adds up delivered bytes of writers at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => usage.addDelivered('bytes', '2026-05-04', { bytes: 5, answers: 1 })),
    );
    assert.deepEqual(await usage.delivered('bytes', '2026-05-04'), { bytes: 100, answers: 20 });
    const day = { ...nothing, date: '2026-05-04', deliveredBytes: 100, cachedAnswers: 20 };
    assert.deepEqual(await usage.days('bytes'), [day]);
  });
});

/** Each case damages the ledger on its own server. */
describe('the check of the ledger', () => {
  const cases: [what: string, tamper: (nats: Nats) => Promise<Parameters<typeof compareLedger>[1]>, fault: RegExp][] = [
    [
      'a job that is charged twice',
      async (nats) => {
        const job = randomUUID();
        for (let n = 0; n < 2; n += 1) await new RenderLedger(nats).charge(renderCharge({ job }));
        return [];
      },
      /is charged twice/,
    ],
    [
      'usage that is not what was charged',
      async (nats) => {
        const kv = await nats.kv(buckets.usage);
        await kv.put('day.a.2026-05-04', JSON.stringify({ credits: 7, charges: 7, lastSequence: 0 }));
        return [];
      },
      /day\.a\.2026-05-04: the charges have 0 credits, the usage has 7/,
    ],
    [
      'a result that counts as charged, and is not',
      async () => [{ key: 'k', chargeId: 'lost', charged: true }],
      /there is no charge lost/,
    ],
    [
      'a charge that cannot be read',
      async (nats) => {
        await nats.jetstream.publish(subjects.renderCharge('x'), '{}');
        return [];
      },
      /charge\.render\.x is unreadable/,
    ],
    [
      'a charge that is no JSON',
      async (nats) => {
        await nats.jetstream.publish(subjects.renderCharge('z'), 'not JSON');
        return [];
      },
      /charge\.render\.z is unreadable/,
    ],
    [
      'a charge that was acknowledged and is not in the usage',
      async (nats) => {
        await new RenderLedger(nats).charge(renderCharge());
        const consumer = await nats.jetstream.consumers.get(streams.charges, usageConsumer);
        await (await consumer.next())?.ackAck();
        return [];
      },
      /was rolled up, but is not in the usage/,
    ],
    [
      'a total that is not the sum of its days',
      async (nats) => {
        const kv = await nats.kv(buckets.usage);
        await kv.put('total.a', JSON.stringify({ credits: 3, charges: 3, lastSequence: 0 }));
        return [];
      },
      /total\.a: the total has 3 credits, its days have 0/,
    ],
    [
      'usage that cannot be read',
      async (nats) => {
        await (await nats.kv(buckets.usage)).put('day.a.2026-05-04', 'not JSON');
        return [];
      },
      /record day\.a\.2026-05-04 is unreadable/,
    ],
    [
      'a charge under another id',
      async (nats) => {
        await nats.jetstream.publish(subjects.renderCharge('y'), JSON.stringify(renderCharge()));
        return [];
      },
      /charge\.render\.y has another id/,
    ],
  ];
  for (const [what, tamper, fault] of cases) {
    it(`finds ${what}`, async () => {
      const server = await startNatsServer();
      const nats = await connectNats({ url: server.url, name: 'test', log });
      try {
        await provisionLedger(nats, new PlayedBirth());
        const results = await tamper(nats);
        const { faults } = await compareLedger(nats, results);
        assert.match(faults.join('\n'), fault);
        assert.equal(faults.length, 1);
      } finally {
        await nats.close();
        await server.stop();
      }
    });
  }
});
