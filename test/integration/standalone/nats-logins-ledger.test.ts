import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buckets, chargeIndexConsumer, streams, subjects, usageConsumer } from '@tintype/contracts';
import { LedgerWatch, SessionLedger, Slots } from '@tintype/ledger';
import { StoredAccounts } from '@tintype/operator/testing';
import { createLog } from '@tintype/runtime';
import type { Login } from '@tintype/standalone/testing';
import { sessionCharge, sessionOpen, slotOrder } from '../../kit/ledger/entries.js';
import { makingOf, NatsLogins, type Permission, readOf } from '../../kit/nats/logins.js';

const log = createLog('nats-logins', 'silent');

/** The rights of api and operator on each stream of the ledger: write, read one, read many, delete. */
const ofLedger = (): Permission[] => {
  const { charges, opens, slots } = streams;
  const may: Record<string, readonly Login[]> = {
    [subjects.slot('a', 0)]: ['api', 'operator'],
    [readOf(slots)]: ['api', 'operator'],
    [`$JS.API.STREAM.INFO.${slots}`]: ['api', 'operator'],
    [`$JS.API.DIRECT.GET.${slots}`]: ['api', 'operator'],
    [`$JS.API.STREAM.MSG.DELETE.${slots}`]: ['api', 'operator'],
    [subjects.open('s')]: ['operator'],
    [readOf(opens)]: ['api', 'operator'],
    [`$JS.API.STREAM.INFO.${opens}`]: ['operator'],
    [`$JS.API.DIRECT.GET.${opens}`]: ['operator'],
    [`$JS.API.STREAM.MSG.DELETE.${opens}`]: [],
    [subjects.renderCharge('c')]: ['api'],
    [subjects.sessionCharge('s')]: ['operator'],
    [readOf(charges)]: ['api', 'operator'],
    [`$JS.API.STREAM.INFO.${charges}`]: ['operator'],
    [`$JS.API.DIRECT.GET.${charges}`]: ['operator'],
    [`$JS.API.STREAM.MSG.DELETE.${charges}`]: [],
    [`$JS.API.CONSUMER.MSG.NEXT.${charges}.${usageConsumer}`]: ['api'],
    [`$JS.API.CONSUMER.DELETE.${charges}.${usageConsumer}`]: [],
    [`$JS.API.CONSUMER.MSG.NEXT.${charges}.${chargeIndexConsumer}`]: ['api'],
    [`$JS.API.CONSUMER.DELETE.${charges}.${chargeIndexConsumer}`]: [],
    [`$JS.API.CONSUMER.CREATE.${charges}.x`]: [],
  };
  for (const subject of [charges, opens, slots].flatMap(makingOf)) may[subject] = [];
  return Object.entries(may).flatMap(([subject, who]) =>
    (['api', 'operator', 'node'] as const).map((login): Permission => [login, subject, who.includes(login)]),
  );
};

describe('the NATS logins and the ledger', { timeout: 600_000 }, () => {
  let stage: NatsLogins;
  let clients: NatsLogins['clients'];

  before(async () => {
    stage = await NatsLogins.start();
    clients = stage.clients;
  });
  after(() => stage?.stop());

  it('operator and api together write the ledger of a session', async () => {
    const { api, operator } = clients;
    const watch = new LedgerWatch({ nats: operator, record: stage.ledger, log });
    await watch.check();
    const ledger = new SessionLedger(operator, watch);
    const open = sessionOpen({ account: 'booked' });
    const order = slotOrder({ account: open.account, session: open.session, limit: 1 });
    assert.equal(await new Slots(api).take(order), true);
    assert.equal(await new Slots(operator).take(order), true);
    assert.equal(await new Slots(api).take({ ...order, session: 'another' }), false);
    await ledger.open(open);
    assert.deepEqual(await ledger.findOpen(open.session), open);
    assert.deepEqual(await ledger.unsettled(), [open]);
    const charge = sessionCharge(open);
    await ledger.charge(charge);
    assert.deepEqual(await new SessionLedger(api).findCharge(open.session), charge);
    assert.deepEqual(await ledger.unsettled(), []);
    const held = (await new Slots(operator).all()).filter(({ account }) => account === open.account);
    assert.deepEqual(
      held.map(({ session }) => session),
      [open.session],
    );
    await new Slots(api).free(open.account, open.session);
    await new Slots(operator).free(open.account, open.session);
    assert.equal(await new Slots(api).take({ ...order, session: 'another' }), true);
  });

  it('operator reads accounts, one at a time', async () => {
    const record = { apiKey: 'k', createdAt: new Date().toISOString(), disabled: true, secrets: [], limits: {} };
    await (await clients.api.kv(buckets.accounts)).put(
      'acc',
      JSON.stringify({ ...record, credits: null, endpoints: null }),
    );
    const accounts = new StoredAccounts(await clients.operator.kv(buckets.accounts));
    assert.deepEqual(await accounts.find('acc'), { disabled: true, concurrentSessions: 5 });
    assert.equal(await accounts.find('nobody'), undefined);
  });

  for (const [login, subject, allowed] of ofLedger()) {
    it(`${login} may ${allowed ? '' : 'not '}publish ${subject}`, async () => {
      const denials = await stage.denialsOf(login, ({ connection }) => connection.publish(subject));
      if (allowed) assert.equal(denials, '');
      else assert.match(denials, /Permissions Violation/i);
    });
  }
});
