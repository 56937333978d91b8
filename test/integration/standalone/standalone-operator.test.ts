import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KillStage, settleMs } from '../../kit/kills/stage.js';
import { until } from '../../kit/until.js';

const namespace = 'default';

/** The lease's holders in order; '' means vacant. */
const watchHolders = async ({ store }: KillStage, signal: AbortSignal): Promise<string[]> => {
  const { items, resourceVersion } = await store.list('Lease', { namespace });
  const holders = items.map(({ spec }) => spec.holderIdentity ?? '');
  const follow = async () => {
    for await (const event of store.watch('Lease', { selector: { namespace }, resourceVersion, signal })) {
      const holder = event.type === 'changed' ? (event.object.spec.holderIdentity ?? '') : undefined;
      if (holder !== undefined && holder !== holders.at(-1)) holders.push(holder);
    }
  };
  void follow().catch((error) => holders.push(String(error)));
  return holders;
};

describe('the operator of one machine', { timeout: 600_000 }, () => {
  let stage: KillStage;
  const ending = new AbortController();

  before(async () => {
    stage = await KillStage.start();
  });
  after(async () => {
    ending.abort();
    await stage?.stop();
  });

  it('is replaced after a kill by one that waits for no lease', async () => {
    const holders = await watchHolders(stage, ending.signal);
    const [first] = holders;
    assert.ok(first);
    await stage.stack.kill('operator');
    await until('another leads', () => ![first, ''].includes(holders.at(-1) ?? ''), settleMs);
    assert.deepEqual(holders, [first, '', holders.at(-1)]);
    const { status, body } = await stage.call('POST', '', { maxTtlSeconds: 30 });
    assert.equal(status, 201, body.error);
    assert.equal((await stage.call('DELETE', `/${body.sessionId}`)).status, 200);
    await stage.charged(body.sessionId);
  });
});
