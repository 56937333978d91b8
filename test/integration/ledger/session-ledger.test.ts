import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { streams, subjects } from '@tintype/contracts';
import { adoptLedger, provisionLedger, SessionLedger, type SessionOpen } from '@tintype/ledger';
import type { Ledger } from '@tintype/operator/testing';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { sessionCharge, sessionOpen } from '../../kit/ledger/entries.js';
import { NatsSeam } from '../../kit/nats/seam.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const log = createLog('test', 'silent');

/** The compiler checks that the ledger has what the operator needs. */
const ledgerOf = (nats: Nats): Ledger & Pick<SessionLedger, 'findCharge'> => new SessionLedger(nats);

/** A connection that the test can hold and cut; it ends with the test. */
const behindSeam = async (t: TestContext, server: NatsServer) => {
  const seam = await NatsSeam.start(server.url);
  t.after(() => seam.close());
  const behind = await connectNats({ url: seam.url, name: 'behind', log });
  t.after(() => behind.connection.close());
  return { seam, behind };
};

describe('the ledger of sessions', { timeout: 600_000 }, () => {
  let server: NatsServer;
  let nats: Nats;
  let ledger: ReturnType<typeof ledgerOf>;

  before(async () => {
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'test', log });
    await provisionLedger(nats, new PlayedBirth());
    ledger = ledgerOf(nats);
  });
  after(async () => {
    await nats?.connection.close();
    await server?.stop();
  });

  it('have one open per session, and give it to every later writer', async () => {
    const first = sessionOpen();
    assert.equal(await ledger.findOpen(first.session), undefined);
    const racers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => ledger.open({ ...first, uid: n === 0 ? first.uid : `${n}` })),
    );
    const standing = await ledger.findOpen(first.session);
    for (const answer of racers) assert.deepEqual(answer, standing);
  });

  it('have one charge per session, and give it to every later writer', async () => {
    const open = sessionOpen();
    assert.equal(await ledger.findCharge(open.session), undefined);
    const racers = await Promise.all([1, 2, 3, 4, 5].map((credits) => ledger.charge(sessionCharge(open, { credits }))));
    const standing = await ledger.findCharge(open.session);
    for (const answer of racers) assert.deepEqual(answer, standing);
  });

  it('have what was written although its answer was lost', async (t) => {
    const { seam, behind } = await behindSeam(t, server);
    const open = sessionOpen();
    const charge = sessionCharge(open);
    for (const [stream, write] of [
      [streams.opens, () => ledgerOf(behind).open(open)],
      [streams.charges, () => ledgerOf(behind).charge(charge)],
    ] as const) {
      seam.on('drop', 'received', '_INBOX_open.>', { says: `"stream":"${stream}"` });
      await assert.rejects(write(), /timeout/i);
      assert.deepEqual(await write(), stream === streams.opens ? open : charge);
    }
  });

  it('say that they are full, and not that something else stands', async () => {
    for (const stream of [streams.opens, streams.charges]) {
      const { state } = await nats.manager.streams.info(stream);
      await nats.manager.streams.update(stream, { max_msgs: state.messages });
    }
    const open = sessionOpen();
    await assert.rejects(ledger.open(open), /maximum messages exceeded/);
    await assert.rejects(ledger.charge(sessionCharge(open)), /maximum messages exceeded/);
    for (const stream of [streams.opens, streams.charges]) await nats.manager.streams.update(stream, { max_msgs: -1 });
  });

  it('cannot be rewritten: nothing is deleted from them or purged', async () => {
    for (const stream of [streams.opens, streams.charges]) {
      await assert.rejects(nats.manager.streams.deleteMessage(stream, 1));
      await assert.rejects(nats.manager.streams.purge(stream));
    }
  });

  it('answer an error for an entry that cannot be read', async () => {
    await nats.jetstream.publish(subjects.open('torn'), 'not JSON');
    await assert.rejects(ledger.findOpen('torn'));
  });

  it('keep no open for longer than its charge', async () => {
    const { manager } = nats;
    const age = async (stream: string) => (await manager.streams.info(stream)).config.max_age;
    assert.ok((await age(streams.opens)) < (await age(streams.charges)));
  });
});

describe('opens without a charge', { timeout: 600_000 }, () => {
  let server: NatsServer;
  let nats: Nats;
  let writer: SessionLedger;

  before(async () => {
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'test', log });
    await provisionLedger(nats, new PlayedBirth());
    writer = new SessionLedger(nats);
  });
  after(async () => {
    await nats?.connection.close();
    await server?.stop();
  });

  const names = (opens: readonly SessionOpen[]) => opens.map(({ session }) => session).sort();

  /** Without waiting for an answer, which takes ten times the CPU. */
  const publish = (open: SessionOpen, charge?: object) => {
    nats.connection.publish(subjects.open(open.session), JSON.stringify(open));
    if (charge) nats.connection.publish(subjects.sessionCharge(open.session), JSON.stringify(charge));
  };

  /** Writes `count` opens, and charges for all but every thousandth. The last of 500 waits for its answers. */
  const write = async (count: number) => {
    const left: SessionOpen[] = [];
    for (let done = 0; done < count; done += 500) {
      const opens = Array.from({ length: 499 }, () => sessionOpen());
      if (done % 1000 === 0) {
        left.push(sessionOpen());
        publish(left.at(-1)!);
      }
      for (const open of opens) publish(open, sessionCharge(open));
      const last = await writer.open(sessionOpen());
      await writer.charge(sessionCharge(last));
    }
    return left;
  };

  it('are found among twenty thousand, and then again for little', async (t) => {
    assert.deepEqual(await writer.unsettled(), []);
    const left = await write(20_000);
    assert.equal(left.length, 20);
    const reader = await connectNats({ url: server.url, name: 'reader', log });
    t.after(() => reader.connection.close());
    const ledger = new SessionLedger(reader);
    assert.deepEqual(names(await ledger.unsettled()), names(left));
    const before = reader.connection.stats();
    assert.deepEqual(names(await ledger.unsettled()), names(left));
    const after = reader.connection.stats();
    assert.ok(after.outMsgs - before.outMsgs <= 5, `${after.outMsgs - before.outMsgs} requests`);
    assert.ok(after.inMsgs - before.inMsgs <= 10, `${after.inMsgs - before.inMsgs} answers`);
    assert.ok(after.inBytes - before.inBytes < 10_000, `${after.inBytes - before.inBytes} bytes`);
    const [first, ...rest] = left as [SessionOpen, ...SessionOpen[]];
    await writer.charge(sessionCharge(first));
    const latest = sessionOpen();
    await writer.open(latest);
    assert.deepEqual(names(await ledger.unsettled()), names([...rest, latest]));
  });

  it('are read once for concurrent callers', async () => {
    const ledger = new SessionLedger(nats);
    const answers = await Promise.all([ledger.unsettled(), ledger.unsettled(), ledger.unsettled()]);
    for (const answer of answers) assert.deepEqual(names(answer), names(answers[0]));
  });

  it('are found again after the connection was lost in the middle', async (t) => {
    const expected = names(await writer.unsettled());
    const { seam, behind } = await behindSeam(t, server);
    const ledger = new SessionLedger(behind);
    const held = seam.on('hold', 'received', '_INBOX_open.>', { says: '"startBy"', times: 10_000 });
    const finding = assert.rejects(ledger.unsettled());
    await held.first;
    seam.cut();
    await finding;
    held.release();
    await until('it is connected again', () => behind.connected);
    assert.deepEqual(names(await ledger.unsettled()), expected);
  });

  it('are not asked for where nobody can know: older than the stream of the charges', async () => {
    const ledger = new SessionLedger(nats);
    assert.ok((await ledger.unsettled()).length > 0);
    await nats.manager.streams.delete(streams.charges);
    await server.restart();
    await until('the server is back', () => nats.connected);
    await adoptLedger(nats, new PlayedBirth(), { allowEmpty: false });
    // Not compared as lists: describing a difference of thousands of objects takes minutes.
    assert.equal((await ledger.unsettled()).length, 0);
    const open = sessionOpen();
    await ledger.open(open);
    assert.deepEqual(names(await ledger.unsettled()), [open.session]);
    await ledger.charge(sessionCharge(open));
    assert.equal((await ledger.unsettled()).length, 0);
  });

  it('are those of the stream that is there, when theirs was made anew', async () => {
    const ledger = new SessionLedger(nats);
    await ledger.open(sessionOpen());
    assert.equal((await ledger.unsettled()).length, 1);
    await nats.manager.streams.delete(streams.opens);
    await server.restart();
    await until('the server is back', () => nats.connected);
    await adoptLedger(nats, new PlayedBirth(), { allowEmpty: false });
    const open = sessionOpen();
    await ledger.open(open);
    assert.deepEqual(names(await ledger.unsettled()), [open.session]);
  });
});
