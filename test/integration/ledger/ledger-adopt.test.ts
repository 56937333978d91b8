import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { streams } from '@tintype/contracts';
import {
  adoptLedger,
  describeAdoption,
  describeReport,
  NothingToAdopt,
  provisionLedger,
  SessionLedger,
  verifyLedger,
} from '@tintype/ledger';
import { Births } from '@tintype/ledger/testing';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { sessionOpen } from '../../kit/ledger/entries.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const all = [streams.charges, streams.opens, streams.slots];

describe('a ledger, when a person decides about it,', { timeout: 600_000 }, () => {
  let server: NatsServer;
  let nats: Nats;
  let record: PlayedBirth;

  beforeEach(async () => {
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'test', log: createLog('test', 'silent') });
    record = new PlayedBirth();
  });
  afterEach(async () => {
    await nats?.connection.close();
    await server?.stop();
  });

  it('is not adopted where there is nothing of one, unless somebody says so', async () => {
    await assert.rejects(adoptLedger(nats, record, { allowEmpty: false }), NothingToAdopt);
    assert.deepEqual([record.birth, (await Births.read(nats.manager)).found], [undefined, []]);
    const adoption = await adoptLedger(nats, record, { allowEmpty: true });
    assert.deepEqual(adoption, { wasAdopted: true, found: [], created: all, isUsageNew: true });
    assert.match(
      describeAdoption(adoption),
      /Sessions that were open .* are not charged\.(.|\n)*The usage was lost as well/,
    );
    assert.deepEqual((await verifyLedger(nats, record, async () => [])).faults, []);
  });

  it('is verified with notes on incomparable entries and on a missing record', async () => {
    await provisionLedger(nats, record);
    const ledger = new SessionLedger(nats, { check: async () => undefined, assert: () => undefined });
    for (let count = 0; count < 3; count++) await ledger.open(sessionOpen());
    const verified = (of: PlayedBirth) => verifyLedger(nats, of, async () => []);
    assert.deepEqual((await verified(record)).notes, []);
    await nats.manager.streams.delete(streams.charges);
    await server.restart();
    await until('the server is back', () => nats.connected);
    await adoptLedger(nats, record, { allowEmpty: false });
    const { opens, faults, notes, ...rest } = await verified(record);
    assert.deepEqual([opens, faults, notes.length], [3, [], 1]);
    assert.match(
      describeReport({ opens, faults, notes, ...rest }),
      /opens +3\n(.|\n)*agrees\. Notes:\n +3 opens are older than/,
    );
    const unrecorded = await verified(new PlayedBirth());
    assert.deepEqual([unrecorded.faults, unrecorded.notes.length], [[], 2]);
    assert.match(unrecorded.notes[0] ?? '', /^Nothing records which ledger is the right one/);
  });
});
