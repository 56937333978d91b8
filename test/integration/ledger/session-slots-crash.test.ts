import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { provisionLedger, type SlotRequest, Slots } from '@tintype/ledger';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { newSession, slotOrder } from '../../kit/ledger/entries.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const log = createLog('test', 'silent');
const limit = 5;
const account = 'acme';

describe('the slots of an account, when the server crashes,', { timeout: 600_000 }, () => {
  let server: NatsServer;
  let nats: Nats;
  let slots: Slots;

  const stop = async () => {
    await nats?.connection.close();
    await server?.stop();
  };

  beforeEach(async () => {
    await stop();
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'test', log });
    await provisionLedger(nats, new PlayedBirth());
    slots = new Slots(nats);
  });
  after(stop);

  const order = (change: Partial<SlotRequest> = {}) => slotOrder({ account, limit, ...change });
  const holders = async () => (await slots.ofAccount(account)).map(({ session }) => session).sort();

  it('are what they were, in the middle of it all', async () => {
    const sessions = Array.from({ length: 16 }, newSession);
    /** Repeats until it gets an answer, as clients do. */
    const take = async (session: string): Promise<boolean> => {
      let answer: boolean | undefined;
      await until('it is answered', async () => {
        answer = await slots.take(order({ session })).catch(() => undefined);
        return answer !== undefined;
      });
      return answer === true;
    };
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
    assert.equal((await slots.ofAccount(account)).length, limit);
  });

  it('are one for a session also when the server forgets what it had in the place of it', async () => {
    const session = newSession();
    const takeFor = (uid?: string) => slots.take(order({ session, uid, mayHoldSlot: true }));
    assert.deepEqual([await takeFor(), await takeFor('first')], [true, true]);
    const before = await slots.ofAccount(account);
    // The server now knows only the ids of stored messages, not of the first one.
    await server.kill();
    await server.start();
    await until('the server is back', () => nats.connected);
    // A repeated create and an operator.
    assert.deepEqual([await takeFor(), await takeFor('first'), await takeFor()], [true, true, true]);
    assert.deepEqual(await slots.ofAccount(account), before);
  });
});
