import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReadBudget } from './read-budget.js';

const here = () => new AbortController().signal;
const turn = () => new Promise(setImmediate);

const stage = ({ waitMs = 60_000, maxBytesFirst = 100 } = {}) => {
  const budget = new ReadBudget({ maxBytes: 100, maxBytesEach: 60, maxBytesFirst, waitMs });
  const order: string[] = [];
  const take = async (account: string, bytes: number, left = here()) => {
    const giveBack = await budget.take({ account, bytes }, left);
    order.push(`${account} ${bytes}`);
    return giveBack;
  };
  return { budget, take, order };
};

describe('the budget of reads', () => {
  it('gives no more than its bytes at once, and the rest as they come back', async () => {
    const { budget, take, order } = stage();
    const first = await take('a', 60);
    const second = take('b', 60);
    await turn();
    assert.deepEqual([order, budget.heldBytes, budget.waitingReaders], [['a 60'], 60, 1]);
    first();
    (await second)();
    assert.deepEqual([order, budget.heldBytes, budget.waitingReaders], [['a 60', 'b 60'], 0, 0]);
  });

  it('gives the next turn to the account that holds least', async () => {
    const { take, order } = stage();
    const [mine, full] = [await take('a', 40), await take('b', 60)];
    const waiting = [take('a', 50), take('b', 20), take('c', 30), take('c', 20)];
    await turn();
    assert.deepEqual(order.splice(0), ['a 40', 'b 60']);
    full();
    await turn();
    assert.deepEqual(order.splice(0), ['b 20', 'c 30']);
    mine();
    for (const each of waiting) (await each)();
    assert.deepEqual(order, ['a 50', 'c 20']);
  });

  it('lets one account take no more than its part, which passes nobody by', async () => {
    const { take, order } = stage();
    const first = await take('a', 50);
    const own = take('a', 20);
    await take('b', 20);
    await turn();
    assert.deepEqual(order, ['a 50', 'b 20']);
    first();
    await own;
  });

  it('has a reserve for accounts that hold nothing, one result each', async () => {
    const { budget, take, order } = stage({ maxBytesFirst: 150 });
    const [first, second] = [await take('a', 50), await take('b', 50)];
    await take('c', 30);
    const waiting = [take('c', 10), take('d', 30)];
    await turn();
    assert.deepEqual([order, budget.heldBytes], [['a 50', 'b 50', 'c 30'], 130]);
    first();
    await waiting[1];
    assert.deepEqual([budget.heldBytes, budget.waitingReaders], [110, 1]);
    second();
    await waiting[0];
  });

  it('lets no small reader pass the one whose turn it is', async () => {
    const { take, order } = stage();
    const first = await take('a', 60);
    const large = take('b', 50);
    const small = take('c', 10);
    await turn();
    assert.deepEqual(order, ['a 60']);
    first();
    await Promise.all([large, small]);
  });

  it('gives a result that is larger than the budget alone', async () => {
    const { budget, take } = stage();
    (await take('a', 500))();
    const small = await take('a', 10);
    const large = take('a', 500);
    await turn();
    assert.equal(budget.heldBytes, 10);
    small();
    await large;
  });

  it('says who is in the way after a time', async () => {
    const { budget, take } = stage({ waitMs: 10 });
    await take('a', 60);
    await assert.rejects(take('b', 60), { code: 'overloaded', message: /Too many large results are being read/ });
    await assert.rejects(take('a', 10), {
      code: 'rate_limited',
      retryAfterSeconds: 5,
      message: /of this account hold/,
    });
    assert.deepEqual([budget.heldBytes, budget.waitingReaders], [60, 0]);
  });

  it('passes on the turn of a client that leaves', async () => {
    const { budget, take, order } = stage();
    const first = await take('a', 60);
    const left = new AbortController();
    const leaving = take('b', 60, left.signal);
    const staying = take('c', 40);
    await turn();
    assert.deepEqual(order, ['a 60']);
    left.abort(new Error('left'));
    await assert.rejects(leaving, /left/);
    await staying;
    first();
    await assert.rejects(take('b', 1, AbortSignal.abort(new Error('gone'))), /gone/);
    assert.equal(budget.heldBytes, 40);
  });

  it('counts bytes that are in memory already, beyond its limit', async () => {
    const { budget, take, order } = stage();
    const giveBack = budget.hold({ account: 'a', bytes: 500 });
    const waiting = take('b', 10);
    await turn();
    assert.deepEqual([budget.heldBytes, order], [500, []]);
    giveBack();
    await waiting;
    assert.equal(budget.heldBytes, 10);
  });
});
