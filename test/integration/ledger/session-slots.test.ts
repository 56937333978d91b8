import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { streams, subjects } from '@tintype/contracts';
import { provisionLedger, type SlotRequest, Slots } from '@tintype/ledger';
import type { Slots as SlotsOfOperator } from '@tintype/operator/testing';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { newSession, slotOrder } from '../../kit/ledger/entries.js';
import { NatsSeam } from '../../kit/nats/seam.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const log = createLog('test', 'silent');
const limit = 5;

type Direct = Nats['manager']['direct'];
type Streams = Nats['manager']['streams'];
type StoredMessage = NonNullable<Awaited<ReturnType<Nats['manager']['streams']['getMessage']>>>;

/** A connection whose reads get the old state wherever a replica may answer. */
const behind = ({ jetstream, manager }: Nats, old: StoredMessage): Pick<Nats, 'jetstream' | 'manager'> => {
  const getLastMessagesFor: Direct['getLastMessagesFor'] = async (_, { callback }) => {
    callback?.(null, old);
    callback?.({}, old);
    return { stop: () => undefined } as Awaited<ReturnType<Direct['getLastMessagesFor']>>;
  };
  return { jetstream, manager: { streams: manager.streams, direct: { getLastMessagesFor } } as Nats['manager'] };
};

describe('the slots of an account', { timeout: 600_000 }, () => {
  let server: NatsServer;
  let nats: Nats;
  let slots: Slots;
  /** Each has its own connection, as programs do. */
  let programs: SlotsOfOperator[];
  const connections: Nats[] = [];
  let accounts = 0;
  let account: string;

  const connect = async (url = server.url) => {
    const connection = await connectNats({ url, name: 'test', log });
    connections.push(connection);
    return connection;
  };

  before(async () => {
    server = await startNatsServer();
    nats = await connect();
    await provisionLedger(nats, new PlayedBirth());
    slots = new Slots(nats);
    programs = await Promise.all([1, 2, 3, 4].map(async () => new Slots(await connect())));
  });
  after(async () => {
    for (const { connection } of connections) await connection.close();
    await server?.stop();
  });

  /** A program whose messages the test can hold. */
  const lateProgram = async (t: TestContext) => {
    const seam = await NatsSeam.start(server.url);
    t.after(() => seam.close());
    return { seam, late: await connect(seam.url) };
  };
  const newAccount = () => {
    accounts += 1;
    account = `a${accounts}`;
    return account;
  };
  const program = (at: number) => programs[at % programs.length] as SlotsOfOperator;
  const order = (change: Partial<SlotRequest> = {}) => slotOrder({ account, limit, ...change });
  const holders = async () => (await slots.ofAccount(account)).map(({ session }) => session).sort();

  it('never exceed the limit under concurrent takers', async () => {
    newAccount();
    const racers = await Promise.all(Array.from({ length: 16 }, (_, at) => program(at).take(order())));
    assert.equal(racers.filter(Boolean).length, limit);
    assert.equal((await slots.ofAccount(account)).length, limit);
    assert.equal(await slots.take(order()), false);
  });

  it('are one for a session, however many programs take it at the same time', async () => {
    newAccount();
    const session = newSession();
    const racers = await Promise.all(Array.from({ length: 16 }, (_, at) => program(at).take(order({ session }))));
    assert.ok(racers.every(Boolean));
    assert.deepEqual(await holders(), [session]);
  });

  it('are held by no more sessions than it has while they come and go, and by each once', async () => {
    newAccount();
    let holding = 0;
    let most = 0;
    const live = async (at: number) => {
      for (let round = 0; round < 12; round++) {
        const session = newSession();
        // Two programs at once, like api and operator.
        const [one, other] = await Promise.all([0, 1].map((n) => program(at + n).take(order({ session }))));
        if (!one && !other) continue;
        holding += 1;
        most = Math.max(most, holding);
        assert.deepEqual(await holders().then((all) => all.filter((each) => each === session)), [session]);
        holding -= 1;
        await program(at).free(account, session);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, at) => live(at)));
    assert.ok(most > 1 && most <= limit, `at most ${most} at once`);
    assert.deepEqual(await holders(), []);
  });

  it('are the same again for a session that has one, also when all are taken or there are fewer now', async () => {
    newAccount();
    const sessions = Array.from({ length: limit }, newSession);
    for (const session of sessions) assert.equal(await slots.take(order({ session })), true);
    for (const session of sessions) assert.equal(await slots.take(order({ session })), true);
    for (const session of sessions) assert.equal(await slots.take(order({ session, limit: 2 })), true);
    assert.deepEqual(await holders(), [...sessions].sort());
    assert.equal(await slots.take(order({ limit: 0 })), false);
  });

  it('are no more than the account may have by now, whichever of more are still taken', async () => {
    for (const fewer of [1, 2, 3]) {
      newAccount();
      const sessions = Array.from({ length: limit }, newSession);
      for (const session of sessions) await slots.take(order({ session }));
      for (const session of sessions.slice(2)) await slots.free(account, session);
      await Promise.all(Array.from({ length: 8 }, (_, at) => program(at).take(order({ limit: fewer }))));
      assert.equal((await slots.ofAccount(account)).length, Math.max(2, fewer));
    }
  });

  it('are there again at once when one is given back, for the same session too', async () => {
    newAccount();
    const session = newSession();
    for (let n = 1; n < limit; n++) await slots.take(order());
    for (let round = 0; round < 4; round++) {
      assert.equal(await slots.take(order({ session })), true);
      assert.equal(await slots.take(order()), false);
      await program(round).free(account, session);
    }
    const racers = await Promise.all(Array.from({ length: 16 }, (_, at) => program(at).take(order({ session }))));
    assert.ok(racers.every(Boolean));
    assert.equal((await slots.ofAccount(account)).length, limit);
    await slots.free(account, session);
    await slots.free(account, session);
    assert.equal((await slots.ofAccount(account)).length, limit - 1);
  });

  it('are found when one is given back between the look which are taken and the look who has them', async () => {
    newAccount();
    const session = newSession();
    assert.equal(await slots.take(order({ session })), true);
    for (let n = 1; n < limit; n++) await slots.take(order());
    const { jetstream, manager } = nats;
    const getMessage: Streams['getMessage'] = async (...asked) => {
      await slots.free(account, session);
      return manager.streams.getMessage(...asked);
    };
    const info: Streams['info'] = (...asked) => manager.streams.info(...asked);
    const late = new Slots({ jetstream, manager: { ...manager, streams: { info, getMessage } as Streams } });
    assert.equal(await late.take(order({ session, mayHoldSlot: true })), true);
    assert.equal((await slots.ofAccount(account)).length, limit);
  });

  it('are not lost and not doubled when the answer to a taking is', async (t) => {
    newAccount();
    const { seam, late } = await lateProgram(t);
    const session = newSession();
    const dropped = seam.on('drop', 'received', '_INBOX_open.>', { says: `"stream":"${streams.slots}"` });
    await assert.rejects(new Slots(late).take(order({ session })), /timeout/i);
    assert.equal(dropped.count, 1);
    assert.deepEqual(await holders(), [session]);
    assert.equal(await new Slots(late).take(order({ session })), true);
    assert.deepEqual(await holders(), [session]);
  });

  it('are not doubled by a taking that arrives after it was tried again', async (t) => {
    newAccount();
    const { seam, late } = await lateProgram(t);
    const session = newSession();
    const held = seam.on('hold', 'sent', subjects.slotsOf(account));
    const first = assert.rejects(new Slots(late).take(order({ session })), /timeout/i);
    await held.first;
    assert.equal(await slots.take(order({ session })), true);
    await first;
    held.release();
    await late.connection.flush();
    assert.deepEqual(await holders(), [session]);
  });

  it('are not taken from another by a giving back that comes late', async (t) => {
    newAccount();
    const { seam, late } = await lateProgram(t);
    const [one, other] = [newSession(), newSession()];
    await slots.take(order({ session: one, limit: 1 }));
    const held = seam.on('hold', 'sent', `$JS.API.STREAM.MSG.DELETE.${streams.slots}`);
    const freeing = new Slots(late).free(account, one);
    await held.first;
    await slots.free(account, one);
    assert.equal(await slots.take(order({ session: other, limit: 1 })), true);
    held.release();
    await freeing;
    assert.deepEqual(await holders(), [other]);
  });

  it('are taken anew for the second object of a name, in place, and not given back by the first', async (t) => {
    newAccount();
    const { seam, late } = await lateProgram(t);
    const session = newSession();
    const takeFor = (uid?: string) => slots.take(order({ session, limit: 1, uid }));
    const owners = async () => (await slots.ofAccount(account)).map(({ uid }) => uid);
    assert.deepEqual([await takeFor(), await owners()], [true, [undefined]]);
    assert.deepEqual([await takeFor('first'), await takeFor('first'), await owners()], [true, true, ['first']]);
    const held = seam.on('hold', 'sent', `$JS.API.STREAM.MSG.DELETE.${streams.slots}`);
    const freeing = new Slots(late).free(account, session, { uid: 'first' });
    await held.first;
    const racers = await Promise.all(
      [1, 2, 3, 4].map((at) => program(at).take(order({ session, limit: 5, uid: 'second' }))),
    );
    assert.deepEqual([racers, await owners()], [[true, true, true, true], ['second']]);
    held.release();
    await freeing;
    await slots.free(account, session, { uid: 'first' });
    await slots.free(account, session, { uid: undefined });
    assert.deepEqual([await takeFor(), await owners()], [true, ['second']]);
    await slots.free(account, session, { uid: 'second' });
    assert.deepEqual(await owners(), []);
    assert.equal(await takeFor('third'), true);
    await slots.free(account, session);
    assert.deepEqual(await owners(), []);
  });

  it('are given back though a copy of the stream is behind, and knows only what stood there before', async () => {
    newAccount();
    const session = newSession();
    const last = () => nats.manager.streams.getMessage(streams.slots, { last_by_subj: subjects.slot(account, 0) });
    await slots.take(order({ session, limit: 1 }));
    const old = await last();
    await slots.take(order({ session, limit: 1, uid: 'first' }));
    await new Slots(behind(nats, old ?? assert.fail('there is no slot'))).free(account, session, { uid: 'first' });
    assert.equal(await last(), null);
  });

  it('are each account’s own, though a session of another has the same name', async () => {
    const [one, other] = [newAccount(), newAccount()];
    const session = newSession();
    assert.equal(await slots.take(order({ account: one, session })), true);
    assert.equal(await slots.take(order({ account: other, session, uid: 'second' })), true);
    const uids = async (of: string) => (await slots.ofAccount(of)).map(({ uid }) => uid);
    assert.deepEqual([await uids(one), await uids(other)], [[undefined], ['second']]);
    await slots.free(other, session, { uid: 'second' });
    assert.deepEqual([await uids(one), await uids(other)], [[undefined], []]);
  });

  it('are refused as an error, not as taken, when the stream is full; who has one has it still', async (t) => {
    newAccount();
    const session = newSession();
    await slots.take(order({ session }));
    const { state } = await nats.manager.streams.info(streams.slots);
    const limitTo = (max_msgs: number) => nats.manager.streams.update(streams.slots, { max_msgs });
    t.after(() => limitTo(-1));
    await limitTo(state.messages);
    await assert.rejects(slots.take(order()), /maximum messages exceeded/);
    assert.equal(await slots.take(order({ session })), true);
    await limitTo(-1);
    assert.equal(await slots.take(order()), true);
  });

  it('are listed, those of every account, however many', async () => {
    const many = Array.from({ length: 600 }, () => slotOrder({ account: newAccount() }));
    await Promise.all(many.map((each) => slots.take(each)));
    const all = new Map((await slots.all()).map((slot) => [slot.session, slot]));
    for (const { limit: _, ...body } of many) {
      const { sequence, ...slot } = all.get(body.session) ?? assert.fail('a slot is not listed');
      assert.ok(sequence > 0);
      assert.deepEqual(slot, body);
    }
  });

  it('are nobody’s, but taken, where nobody can read whose they are', async () => {
    newAccount();
    await nats.jetstream.publish(subjects.slot(account, 0), 'not JSON');
    assert.equal(await slots.take(order({ limit: 1 })), false);
    assert.deepEqual([await slots.ofAccount(account), await slots.take(order({ limit: 2 }))], [[], true]);
  });

  it('cannot be purged', async () => {
    await until('the server is up', () => nats.connected);
    await assert.rejects(nats.manager.streams.purge(streams.slots));
  });
});
