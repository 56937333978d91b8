import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { provisionLedger, type SlotOrder, Slots } from '@tintype/ledger';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../kit/birth.js';
import { type NatsServer, startNatsServer } from '../kit/nats-server.js';
import { newSession, slotOrder } from '../kit/session-entries.js';
import { until } from '../kit/until.js';

const log = createLog('test', 'silent');
const limit = 5;

describe('the slots of an account whose server is killed', { timeout: 600_000 }, () => {
  let server: NatsServer;
  let connections: Nats[] = [];
  let slots: Slots;
  /** Each on a connection of its own, as programs are. */
  let programs: Slots[];
  let accounts = 0;
  let account: string;

  before(async () => {
    server = await startNatsServer();
    connections = await Promise.all([1, 2, 3, 4].map(() => connectNats({ url: server.url, name: 'test', log })));
    programs = connections.map((nats) => new Slots(nats));
    const [nats] = connections;
    slots = new Slots(nats ?? assert.fail());
    await provisionLedger(nats ?? assert.fail(), new PlayedBirth());
  });
  after(async () => {
    for (const { connection } of connections) await connection.close();
    await server?.stop();
  });

  const newAccount = () => {
    accounts += 1;
    account = `a${accounts}`;
  };
  const program = (at: number) => programs[at % programs.length] as Slots;
  const order = (change: Partial<SlotOrder> = {}) => slotOrder({ account, limit, ...change });
  const holders = async () => (await slots.of(account)).map(({ session }) => session).sort();

  /** Asks until it is answered, as callers do. */
  const takeSurely = async (change: Partial<SlotOrder>, at = 0): Promise<boolean> => {
    let answer: boolean | undefined;
    await until('it is answered', async () => {
      answer = await program(at)
        .take(order(change))
        .catch(() => undefined);
      return answer !== undefined;
    });
    return answer === true;
  };

  it('are two of a session whose operator and server die after it was admitted, and still no more than the account has', async () => {
    newAccount();
    const session = newSession();
    const admitted = { session, uid: 'its-object' };
    assert.deepEqual([await slots.take(order({ session })), await slots.take(order(admitted))], [true, true]);
    assert.deepEqual(await holders(), [session]);
    await server.kill();
    await server.start();
    // The next operator finds nothing of it in the session's status; the server has forgotten the first taking.
    assert.equal(await takeSurely(admitted), true);
    assert.deepEqual(await holders(), [session, session]);
    assert.equal(await takeSurely(admitted, 1), true);
    const others = await Promise.all(Array.from({ length: 16 }, (_, at) => takeSurely({}, at)));
    assert.equal(others.filter(Boolean).length, limit - 2);
    assert.deepEqual([(await slots.of(account)).length, await slots.take(order(admitted))], [limit, true]);
    await slots.free(account, session, admitted);
    assert.equal((await slots.of(account)).length, limit - 2);
    const later = await Promise.all(Array.from({ length: 16 }, (_, at) => takeSurely({}, at)));
    assert.deepEqual([later.filter(Boolean).length, (await slots.of(account)).length], [2, limit]);
  });

  it('are what they were after the server has crashed, in the middle of it all', async () => {
    newAccount();
    const sessions = Array.from({ length: 16 }, newSession);
    const take = (session: string, at: number) => takeSurely({ session }, at);
    const early = await Promise.all(sessions.slice(0, 3).map(take));
    assert.deepEqual(early, [true, true, true]);
    const crash = server.kill();
    const racing = Promise.all(sessions.map(take));
    await crash;
    await server.start();
    const answers = await racing;
    const had = sessions.filter((_, at) => answers[at]);
    assert.equal(had.length, limit);
    assert.deepEqual(await holders(), [...had].sort());
    for (const session of had) assert.equal(await slots.take(order({ session })), true);
    assert.equal((await slots.of(account)).length, limit);
  });
});
