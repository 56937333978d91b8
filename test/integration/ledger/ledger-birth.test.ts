import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { buckets, streams } from '@tintype/contracts';
import {
  adoptLedger,
  ChargeIndex,
  LedgerLost,
  LedgerWatch,
  provisionLedger,
  RenderLedger,
  RollUp,
  SessionLedger,
  UsageRecords,
} from '@tintype/ledger';
import { Births, compareLedger, LedgerUnknown, type RenderCharge } from '@tintype/ledger/testing';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { sessionCharge, sessionOpen } from '../../kit/ledger/entries.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const log = createLog('test', 'silent');
const all = [streams.charges, streams.opens, streams.slots];

let server: NatsServer;
let nats: Nats;
let record: PlayedBirth;

const start = async () => {
  server = await startNatsServer();
  nats = await connectNats({ url: server.url, name: 'test', log });
  record = new PlayedBirth();
};
const stop = async () => {
  await nats?.connection.close();
  await server?.stop();
};

const births = () => Births.read(nats.manager);

/** Whether the ledger was adopted, and which streams were recreated. */
const adopt = async (of: PlayedBirth, allowEmpty = false) => {
  const { wasAdopted, created } = await adoptLedger(nats, of, { allowEmpty });
  return [wasAdopted, created];
};

/** nats-server removes a stream's files after it has answered. */
const lose = async (...names: string[]) => {
  for (const name of names) await nats.manager.streams.delete(name);
  await server.restart();
  await until('the server is back', () => nats.connected);
};

describe('the birth of the ledger', { timeout: 600_000 }, () => {
  beforeEach(start);
  afterEach(stop);

  it('is created and recorded at the first start, and stays', async () => {
    await provisionLedger(nats, record);
    const { birth } = record;
    assert.ok(birth);
    assert.deepEqual([(await births()).distinct, (await births()).missing], [[birth], []]);
    await provisionLedger(nats, record);
    assert.deepEqual([record.birth, (await births()).distinct], [birth, [birth]]);
  });

  for (const lost of [...all.map((stream) => [stream]), all]) {
    it(`is missed when ${lost.join(', ')} is lost, and nothing is created anew`, async () => {
      await provisionLedger(nats, record);
      await lose(...lost);
      await assert.rejects(provisionLedger(nats, record), (error) => {
        assert.ok(error instanceof LedgerLost);
        assert.match(error.message, new RegExp(`${lost.join(', ')} (is|are) missing.*tintype ledger adopt`));
        return true;
      });
      assert.deepEqual((await births()).missing, lost);
    });
  }

  it('is missed when a stream is another one of that name', async () => {
    await provisionLedger(nats, record);
    const { config } = await nats.manager.streams.info(streams.opens);
    await nats.manager.streams.update(streams.opens, { ...config, metadata: { 'tintype-birth': randomUUID() } });
    await assert.rejects(provisionLedger(nats, record), /: OPENS is not the recorded stream/);
    await nats.manager.streams.update(streams.opens, { ...config, metadata: {} });
    await assert.rejects(provisionLedger(nats, record), /: OPENS is not the recorded stream/);
  });

  it('is one for all streams when the first start was cut short', async () => {
    await provisionLedger(nats, record);
    await lose(streams.slots);
    const first = record.birth;
    record.birth = undefined;
    await provisionLedger(nats, record);
    assert.deepEqual([record.birth, (await births()).distinct, (await births()).missing], [first, [first], []]);
  });

  /** Opens and charges one session. */
  const useIt = async () => {
    const ledger = new SessionLedger(nats, { check: async () => undefined, assert: () => undefined });
    const open = await ledger.open(sessionOpen());
    await ledger.charge(sessionCharge(open));
  };

  for (const stream of all) {
    it(`is missed when ${stream} is lost with the record of its birth, once it was in use`, async () => {
      await provisionLedger(nats, record);
      await useIt();
      await lose(stream);
      record.birth = undefined;
      await assert.rejects(provisionLedger(nats, record), (error) => {
        assert.ok(error instanceof LedgerLost);
        assert.match(
          error.message,
          new RegExp(`record of its birth is missing: ${stream} is missing.*tintype ledger adopt`),
        );
        return true;
      });
      assert.deepEqual([record.birth, (await births()).missing], [undefined, [stream]]);
      assert.deepEqual(await adopt(record), [true, [stream]]);
      await provisionLedger(nats, record);
    });
  }

  it('is missed when all of it is lost but the usage', async () => {
    await provisionLedger(nats, record);
    await new UsageRecords(await nats.kv(buckets.usage)).addDelivered('a', '2026-01-01', { bytes: 1, answers: 1 });
    await lose(...all);
    await assert.rejects(provisionLedger(nats, new PlayedBirth()), /is missing: CHARGES, OPENS, SLOTS are missing/);
  });

  it('is taken as it is where its record alone is lost', async () => {
    await provisionLedger(nats, record);
    await useIt();
    const another = new PlayedBirth();
    await provisionLedger(nats, another);
    assert.equal(another.birth, record.birth);
  });

  it('is not guessed where streams of two births meet', async () => {
    await provisionLedger(nats, record);
    const { config } = await nats.manager.streams.info(streams.opens);
    await nats.manager.streams.update(streams.opens, { ...config, metadata: { 'tintype-birth': randomUUID() } });
    await assert.rejects(provisionLedger(nats, new PlayedBirth()), LedgerLost);
  });

  it('is adopted as it is, where another was recorded', async () => {
    await provisionLedger(nats, record);
    const another = PlayedBirth.ofAnother();
    assert.deepEqual(await adopt(another), [true, []]);
    assert.equal(another.birth, record.birth);
    assert.deepEqual(await adopt(another), [false, []]);
  });

  it('is a new one for all streams, when one had to be created anew', async () => {
    await provisionLedger(nats, record);
    const { birth } = record;
    await lose(streams.opens);
    assert.deepEqual(await adopt(record), [true, [streams.opens]]);
    assert.notEqual(record.birth, birth);
    assert.deepEqual((await births()).distinct, [record.birth]);
    await provisionLedger(nats, record);
  });

  it('is adopted where the record cannot be read', async () => {
    await provisionLedger(nats, record);
    const { birth } = record;
    record.read = () => Promise.reject(new Error('damaged'));
    assert.deepEqual(await adopt(record), [true, []]);
    assert.equal(record.birth, birth);
  });

  it('keeps the usage: charges of a new stream are added to those of the lost one', async () => {
    await provisionLedger(nats, record);
    const usage = new UsageRecords(await nats.kv(buckets.usage));
    const chargeAndRollUp = async (expected: number) => {
      const at = new Date().toISOString();
      const charge: RenderCharge = {
        id: randomUUID(),
        account: 'a',
        credits: 1,
        endpoint: 'pdf',
        key: 'k',
        job: randomUUID(),
        at,
      };
      await new RenderLedger(nats).charge(charge);
      const rollUp = new RollUp({ nats, usage, log });
      rollUp.start();
      await until('it is rolled up', async () => (await usage.total('a')).credits === expected);
      await rollUp.stop();
    };
    for (const expected of [1, 2, 3]) await chargeAndRollUp(expected);
    const listed = async () => new ChargeIndex(await nats.kv(buckets.chargeIndex));
    // More charges than the usage knows: new ones get these sequences again.
    for (const sequence of [1, 2, 3, 4]) await (await listed()).add('a', sequence);
    await lose(streams.charges);
    await adopt(record);
    assert.deepEqual((await (await listed()).before('a', 5)).sequences, []);
    assert.deepEqual((await compareLedger(nats, [])).faults, []);
    await chargeAndRollUp(4);
    assert.deepEqual((await compareLedger(nats, [])).faults, []);
  });
});

describe('the watch of the ledger', { timeout: 600_000 }, () => {
  before(async () => {
    await start();
    await provisionLedger(nats, record);
  });
  after(stop);

  it('lets nobody settle before it has looked, or where nothing is recorded', async () => {
    const watch = new LedgerWatch({ nats, record: new PlayedBirth(), log });
    const ledger = new SessionLedger(nats, watch);
    assert.throws(() => watch.assert(), LedgerUnknown);
    await assert.rejects(ledger.open(sessionOpen()), LedgerUnknown);
    await assert.rejects(watch.check(), /record of which ledger is the right one is missing.*restart `make run`/);
  });

  it('stops settling when the ledger is lost, says what to do, and continues once it is adopted', async () => {
    const watch = new LedgerWatch({ nats, record, log, everyMs: 20 });
    await watch.start();
    const ledger = new SessionLedger(nats, watch);
    const open = await ledger.open(sessionOpen());
    assert.equal(watch.fault, undefined);
    await lose(streams.opens);
    await until('the loss is noticed', () => watch.fault !== undefined);
    assert.match(
      watch.fault ?? '',
      /OPENS is missing\. No session is charged until this is repaired\. .*tintype ledger adopt/,
    );
    for (const call of [
      () => ledger.open(sessionOpen()),
      () => ledger.findOpen(open.session),
      () => ledger.charge(sessionCharge(open)),
      () => ledger.unsettled(),
    ])
      await assert.rejects(call, LedgerLost);
    await adopt(record);
    await until('it is taken for the right one', () => watch.fault === undefined);
    assert.deepEqual(await ledger.findOpen(open.session), undefined);
    watch.stop();
  });

  it('is asked before an open that is not there is believed', async () => {
    const watch = new LedgerWatch({ nats, record, log, everyMs: 3_600_000 });
    await watch.start();
    const ledger = new SessionLedger(nats, watch);
    const open = await ledger.open(sessionOpen());
    assert.equal(await ledger.findOpen('never'), undefined);
    // Another stream of this name appears between two checks.
    const { config } = await nats.manager.streams.info(streams.opens);
    await lose(streams.opens);
    await nats.manager.streams.add({ ...config, metadata: {} });
    await assert.rejects(ledger.findOpen(open.session), LedgerLost);
    await assert.rejects(ledger.charge(sessionCharge(open)), LedgerLost);
    watch.stop();
    await adopt(record);
  });

  it('keeps its last result while NATS is unreachable', async () => {
    const watch = new LedgerWatch({ nats, record, log, everyMs: 20 });
    await watch.start();
    assert.equal(watch.fault, undefined);
    await server.kill();
    await assert.rejects(watch.check());
    assert.equal(watch.fault, undefined);
    await server.start();
    await until('it looks again', () =>
      watch.check().then(
        () => true,
        () => false,
      ),
    );
    watch.stop();
  });
});
