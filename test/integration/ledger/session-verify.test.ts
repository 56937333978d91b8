import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buckets, streams, subjects, usageConsumer } from '@tintype/contracts';
import { adoptLedger, type LedgerReport, provisionLedger, RollUp, SessionLedger, UsageRecords } from '@tintype/ledger';
import { compareLedger } from '@tintype/ledger/testing';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { sessionCharge, sessionOpen } from '../../kit/ledger/entries.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const log = createLog('test', 'silent');
const minute = 60_000;
const day = 24 * 60 * minute;

const withLedger = async (work: (nats: Nats, server: NatsServer) => Promise<void>) => {
  const server = await startNatsServer();
  const nats = await connectNats({ url: server.url, name: 'test', log });
  try {
    await provisionLedger(nats, new PlayedBirth());
    await work(nats, server);
  } finally {
    await nats.connection.close();
    await server.stop();
  }
};

describe('the ledger of sessions, rolled up and checked', { timeout: 600_000 }, () => {
  let server: NatsServer;
  let nats: Nats;

  before(async () => {
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'test', log });
    await provisionLedger(nats, new PlayedBirth());
  });
  after(async () => {
    await nats?.connection.close();
    await server?.stop();
  });

  it('count the credits of sessions for account and day, as those of renders', async () => {
    const ledger = new SessionLedger(nats);
    for (const [account, at, credits] of [
      ['one', '2026-05-04T03:00:00.000Z', 2],
      ['one', '2026-05-04T23:59:59.999+00:00', 2],
      ['one', '2026-05-05T00:30:00.000+01:00', 0],
      ['other', '2026-05-05T00:00:00.000Z', 2],
    ] as const) {
      const open = await ledger.open(sessionOpen({ account }));
      await ledger.charge(sessionCharge(open, { at, credits }));
    }
    const usage = new UsageRecords(await nats.kv(buckets.usage));
    const rollUp = new RollUp({ nats, usage, log });
    rollUp.start();
    const left = async () => {
      const { num_pending, num_ack_pending } = await nats.manager.consumers.info(streams.charges, usageConsumer);
      return num_pending + num_ack_pending;
    };
    await until('all is rolled up', async () => (await left()) === 0);
    await rollUp.stop();
    const days = async (account: string) =>
      (await usage.days(account)).map(({ date, credits, charges, sessionMinutes }) => [
        date,
        credits,
        charges,
        sessionMinutes,
      ]);
    assert.deepEqual(await days('one'), [['2026-05-04', 4, 3, 4]]);
    assert.deepEqual(await days('other'), [['2026-05-05', 2, 1, 2]]);
  });

  it('are reported: opens, what is without a charge yet, charges, credits', async () => {
    await new SessionLedger(nats).open(sessionOpen());
    const report = await compareLedger(nats, []);
    const expected: LedgerReport = {
      opens: 5,
      unsettled: 1,
      charges: 4,
      credits: 6,
      accounts: 2,
      pending: 0,
      notes: [],
      faults: [],
    };
    assert.deepEqual(report, expected);
  });
});

/** Each case damages the ledger on its own server. */
describe('the check of the ledger of sessions', { timeout: 600_000 }, () => {
  const put = (nats: Nats, subject: string, entry: unknown) => nats.jetstream.publish(subject, JSON.stringify(entry));
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

  const cases: [what: string, tamper: (nats: Nats) => Promise<unknown>, fault: RegExp][] = [
    [
      'an open that has no charge although its session must be over',
      (nats) => new SessionLedger(nats).open(sessionOpen({ session: 's', startBy: ago(11 * minute) })),
      /^Session s had to start by .*, but has no charge\.$/,
    ],
    [
      'a charge without an open',
      (nats) => new SessionLedger(nats).charge(sessionCharge(sessionOpen({ session: 's' }))),
      /^Session s has a charge but no open\.$/,
    ],
    [
      'a charge to another account',
      async (nats) => {
        const open = await new SessionLedger(nats).open(sessionOpen({ session: 's' }));
        await new SessionLedger(nats).charge(sessionCharge(open, { account: 'b' }));
      },
      /^Session s was opened with account a, but charged with b\.$/,
    ],
    [
      'a charge of another object',
      async (nats) => {
        const open = await new SessionLedger(nats).open(sessionOpen({ session: 's', uid: 'u1' }));
        await new SessionLedger(nats).charge(sessionCharge(open, { uid: 'u2' }));
      },
      /^Session s was opened with uid u1, but charged with u2\.$/,
    ],
    [
      'credits above what its longest life costs',
      async (nats) => {
        const open = await new SessionLedger(nats).open(sessionOpen({ session: 's' }));
        await new SessionLedger(nats).charge(sessionCharge(open, { credits: 6 }));
      },
      /^The charge of session s: it costs 6, but 300 s cost at most 5\.$/,
    ],
    [
      'credits that contradict its times',
      async (nats) => {
        const open = await new SessionLedger(nats).open(sessionOpen({ session: 's' }));
        await new SessionLedger(nats).charge(sessionCharge(open, { credits: 3 }));
      },
      /^The charge of session s: it costs 3, but its times mean 2\.$/,
    ],
    [
      'an open that cannot be read',
      (nats) => put(nats, subjects.open('s'), { session: 's' }),
      /^The open on open\.s is unreadable\.$/,
    ],
    [
      'a charge that cannot be read',
      async (nats) => {
        await put(nats, subjects.open('s'), sessionOpen({ session: 's' }));
        await put(nats, subjects.sessionCharge('s'), { session: 's' });
      },
      /^The charge on charge\.session\.s is unreadable\.$/,
    ],
    [
      'an open of another session',
      (nats) => put(nats, subjects.open('s'), sessionOpen()),
      /^The open on open\.s has another id\.$/,
    ],
    [
      'a charge of another session',
      (nats) => put(nats, subjects.sessionCharge('s'), sessionCharge(sessionOpen())),
      /^The charge on charge\.session\.s has another id\.$/,
    ],
    [
      'a charge that was acknowledged and is not in the usage',
      async (nats) => {
        const open = await new SessionLedger(nats).open(sessionOpen({ session: 's' }));
        await new SessionLedger(nats).charge(sessionCharge(open));
        const consumer = await nats.jetstream.consumers.get(streams.charges, usageConsumer);
        await (await consumer.next())?.ackAck();
      },
      /^The charge s was rolled up, but is not in the usage\.$/,
    ],
  ];
  for (const [what, tamper, fault] of cases) {
    it(`finds ${what}`, () =>
      withLedger(async (nats) => {
        assert.deepEqual((await compareLedger(nats, [])).faults, []);
        await tamper(nats);
        const { faults } = await compareLedger(nats, []);
        assert.match(faults.join('\n'), fault);
        assert.equal(faults.length, 1);
      }));
  }

  it('finds nothing in sessions that are under way, however many', () =>
    withLedger(async (nats) => {
      const ledger = new SessionLedger(nats);
      await Promise.all(Array.from({ length: 1200 }, () => ledger.open(sessionOpen({ startBy: ago(4 * minute) }))));
      const { opens, unsettled, faults } = await compareLedger(nats, []);
      assert.deepEqual({ opens, unsettled, faults }, { opens: 1200, unsettled: 1200, faults: [] });
    }));

  it('finds nothing in a charge whose open has gone with age', () =>
    withLedger(async (nats) => {
      await new SessionLedger(nats).charge(sessionCharge(sessionOpen()));
      assert.deepEqual((await compareLedger(nats, [], Date.now() + 31 * day)).faults, []);
    }));

  for (const stream of [streams.opens, streams.charges]) {
    it(`finds nothing in what was written before ${stream} was made anew: nobody can know`, () =>
      withLedger(async (nats, server) => {
        const ledger = new SessionLedger(nats);
        const open = await ledger.open(sessionOpen({ startBy: ago(60 * minute) }));
        await ledger.charge(sessionCharge(open));
        await nats.manager.streams.delete(stream);
        await server.restart();
        await until('the server is back', () => nats.connected);
        await adoptLedger(nats, new PlayedBirth(), { allowEmpty: false });
        const { faults, notes } = await compareLedger(nats, []);
        assert.deepEqual([faults, notes.length], [[], 1]);
        assert.match(
          notes[0] ?? '',
          new RegExp(`^1 (open|charge) is older than the stream of ${stream.toLowerCase()}`),
        );
      }));
  }
});
