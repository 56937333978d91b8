import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { buckets, chargeIndexConsumer, streams } from '@tintype/contracts';
import { ChargeIndex, ChargeList, ChargeLoop, provisionLedger, RenderLedger } from '@tintype/ledger';
import { blockSize, type RenderCharge } from '@tintype/ledger/testing';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../kit/ledger/birth.js';
import { renderCharge } from '../../kit/ledger/entries.js';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const log = createLog('test', 'silent');

describe('the charges of an account', { timeout: 600_000 }, () => {
  const record = new PlayedBirth();
  let server: NatsServer;
  let nats: Nats;
  let ledger: RenderLedger;
  let index: ChargeIndex;
  let read: number[];
  let list: ChargeList;

  before(async () => {
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'test', log });
    await provisionLedger(nats, record);
    ledger = new RenderLedger(nats);
    index = new ChargeIndex(await nats.kv(buckets.chargeIndex));
    const getMessage: Nats['manager']['streams']['getMessage'] = (stream, query) => {
      if ('seq' in query) read.push(query.seq);
      return nats.manager.streams.getMessage(stream, query);
    };
    list = new ChargeList({ manager: { streams: { getMessage } } }, index);
  });
  after(async () => {
    await nats?.close();
    await server?.stop();
  });
  beforeEach(() => {
    read = [];
  });

  const indexing = (add = (one: { account: string }, sequence: number) => index.add(one.account, sequence)) =>
    new ChargeLoop({ nats, consumer: chargeIndexConsumer, add, log });

  const caughtUp = async () => {
    const { num_pending, num_ack_pending } = await nats.manager.consumers.info(streams.charges, chargeIndexConsumer);
    return num_pending + num_ack_pending === 0;
  };

  const follow = async (...loops: ChargeLoop[]) => {
    for (const loop of loops) loop.start();
    await until('all charges are in the index', caughtUp);
    await Promise.all(loops.map((loop) => loop.stop()));
  };

  const allOf = async (account: string, limit: number) => {
    const found: { id: string }[][] = [];
    let before: number | undefined;
    do {
      const page = await list.page(account, { limit, before });
      found.push(page.charges as RenderCharge[]);
      before = page.next;
    } while (before !== undefined);
    return found;
  };

  it('lists each charge once, latest first, in full pages, with several replicas', async () => {
    const mine = Array.from({ length: blockSize + 5 }, () => renderCharge({ account: 'lister' }));
    for (const each of mine) await ledger.charge(each);
    await follow(indexing(), indexing());
    const pages = await allOf('lister', 40);
    assert.deepEqual(
      pages.map(({ length }) => length),
      [40, 40, 25],
    );
    assert.deepEqual(pages.flat(), mine.toReversed());
    assert.deepEqual(await list.page('stranger', { limit: 5 }), { charges: [], next: undefined });
    const left = list.page('lister', { limit: 2, signal: AbortSignal.abort(new Error('left')) });
    await assert.rejects(left, { message: 'left' });
  });

  it('reads nothing of other accounts: neither rows nor cursors depend on them', async () => {
    const mine = [
      renderCharge({ account: 'small' }),
      renderCharge({ account: 'small' }),
      renderCharge({ account: 'small' }),
    ];
    const others = () =>
      Promise.all(Array.from({ length: 50 }, () => ledger.charge(renderCharge({ account: 'large' }))));
    for (const each of mine) {
      await ledger.charge(each);
      await others();
    }
    await follow(indexing());
    const first = await list.page('small', { limit: 2 });
    assert.deepEqual(first, { charges: [mine[2], mine[1]], next: 1 });
    assert.equal(read.length, 2);
    await others();
    await follow(indexing());
    assert.deepEqual(await list.page('small', { limit: 2 }), first);
    assert.deepEqual(await list.page('small', { limit: 2, before: first.next }), {
      charges: [mine[0]],
      next: undefined,
    });
  });

  it('takes a charge that comes again, late or to two replicas, once', async () => {
    for (const sequence of [1, 2, 2, 1]) await index.add('twice', sequence);
    await Promise.all(Array.from({ length: 8 }, () => index.add('twice', 3)));
    assert.deepEqual(await index.before('twice', 9), { sequences: [3, 2, 1], position: 0 });
  });

  it('continues after a failure, and past a damaged record', async () => {
    await (await nats.kv(buckets.chargeIndex)).put('broken', '{}');
    const behind = renderCharge({ account: 'behind-it' });
    await ledger.charge(renderCharge({ account: 'broken' }));
    await ledger.charge(behind);
    let failures = 1;
    const failing = indexing(async ({ account }, sequence) => {
      if (account === 'behind-it' && failures-- > 0) throw new Error('no answer');
      await index.add(account, sequence);
    });
    await follow(failing);
    assert.deepEqual((await list.page('behind-it', { limit: 5 })).charges, [behind]);
  });

  const charged = async (account: string, number: number) => {
    const made = Array.from({ length: number }, () => renderCharge({ account }));
    for (const each of made) await ledger.charge(each);
    return made.toReversed();
  };

  const indexStream = `KV_${buckets.chargeIndex}`;

  it('lists charges of before an upgrade, and after a restore without the index', async () => {
    const old = await charged('upgraded', 2 * blockSize + 1);
    await nats.manager.streams.delete(indexStream);
    await provisionLedger(nats, record);
    // At once: nothing waits for the consumer.
    assert.deepEqual((await allOf('upgraded', 100)).flat(), old);
    const more = await charged('upgraded', 1);
    await follow(indexing());
    assert.deepEqual((await allOf('upgraded', 100)).flat(), [...more, ...old]);
  });

  it('lists all charges after a power cut took some from the index, or from the charges', async () => {
    const old = await charged('cut', 3);
    await follow(indexing());
    const { config } = await nats.manager.streams.info(indexStream);
    assert.equal(config.allow_direct, false, 'a replica that lags behind answers reads');
    const whole = await nats.manager.streams.info(indexStream);
    await provisionLedger(nats, record);
    assert.equal((await nats.manager.streams.info(indexStream)).created, whole.created, 'a whole index is made again');

    const kv = await nats.kv(buckets.chargeIndex);
    await nats.manager.streams.deleteMessage(indexStream, whole.state.last_seq);
    await provisionLedger(nats, record);
    assert.deepEqual((await allOf('cut', 5)).flat(), old);

    // The head as it was a charge ago: the index lacks what its consumer took.
    const head = await kv.get('cut');
    await charged('cut', 1);
    await follow(indexing());
    await kv.put('cut', head?.value ?? '');
    await provisionLedger(nats, record);
    const now = (await allOf('cut', 6)).flat();
    assert.deepEqual([now.length, now.slice(1)], [4, old]);

    await kv.put('broken', '{}');
    const damaged = await nats.manager.streams.info(indexStream);
    await provisionLedger(nats, record);
    assert.notEqual((await nats.manager.streams.info(indexStream)).created, damaged.created, 'a damaged index stays');

    const { state } = await nats.manager.streams.info(streams.charges);
    await index.add('cut', state.last_seq + 1);
    await provisionLedger(nats, record);
    const more = await charged('cut', 1);
    await follow(indexing());
    assert.deepEqual((await allOf('cut', 6)).flat(), [...more, ...now]);
  });
});
