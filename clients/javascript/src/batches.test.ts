import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { TimeoutError } from './errors.js';
import { headerOf, page, playing, secret } from './playing.test.kit.js';
import { WebhookError } from './signing/webhooks.js';

describe('webhooks', () => {
  const { client } = playing([]);
  const body = '{"event":"batch.completed","batchId":"batch_1"}';
  const sign = (time: number, text = body, key = secret) =>
    `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`;
  // Read in each test: the tests of all packages share a process, and may begin minutes after it.
  const now = () => Math.floor(Date.now() / 1000);

  it('are read when they are genuine', async () => {
    assert.deepEqual(await client.verifyWebhook(sign(now()), body), JSON.parse(body));
  });

  const refused: [name: string, header: () => string | undefined, body: string][] = [
    ['without a signature', () => undefined, body],
    ['with another body', () => sign(now()), body.replace('1', '2')],
    ['with another secret', () => sign(now(), body, 'other'), body],
    ['that are old', () => sign(now() - 400), body],
    ['from the future', () => sign(now() + 400), body],
    ['with half a signature', () => sign(now()).slice(0, -2), body],
  ];
  for (const [name, header, text] of refused)
    it(`are refused ${name}`, () => assert.rejects(client.verifyWebhook(header(), text), WebhookError));
});

describe('batches', () => {
  const state = (more: object) => ({
    body: { batchId: 'batch_1', status: 'processing', items: [], nextCursor: null, ...more },
  });

  it('sign the body', async () => {
    const { client, requests } = playing([{ status: 202, body: { batchId: 'batch_1' } }]);
    await client.batches.submit('pdf', [{ url: page }], {
      notificationUri: 'https://example.com/hook',
      idempotencyKey: 'k',
    });
    const body = `{"notification_uri":"https://example.com/hook","data":[{"url":"${page}"}]}`;
    assert.equal(requests[0]?.init?.body, body);
    assert.equal(requests[0]?.url, 'https://tintype.example/batch-pdf/key');
    assert.equal(headerOf(requests[0], 'x-req-signature'), createHmac('sha256', secret).update(body).digest('hex'));
    assert.equal(headerOf(requests[0], 'idempotency-key'), 'k');
  });

  it('take URL objects', async () => {
    const { client, requests } = playing([{ body: {} }]);
    await client.batches.submit('pdf', [{ url: new URL(page) }]);
    assert.equal(requests[0]?.init?.body, `{"data":[{"url":"${page}"}]}`);
  });

  it('have options of a newer service, as renders and presets have', async () => {
    const { client, requests } = playing([{ body: {} }]);
    const extra = { newer: 1 };
    await client.batches.submit('pdf', [{ url: page, options: { file_name: 'a', extra } }]);
    await client.render({ endpoint: 'image', url: page, extra });
    await client.renderReport({ outputs: [{ endpoint: 'pdf', extra: { own: 2 } }], url: page, vw: 800, extra });
    await client.account.putPreset('a', { options: { vw: 800, full: true, extra } });
    assert.deepEqual(
      requests.map(({ init }) => JSON.parse(String(init?.body))),
      [
        { data: [{ url: page, options: { file_name: 'a', newer: 1 } }] },
        { endpoint: 'image', url: page, newer: 1 },
        { outputs: [{ endpoint: 'pdf', own: 2 }], url: page, vw: 800, newer: 1 },
        { options: { vw: 800, full: true, newer: 1 } },
      ],
    );
  });

  it('are waited for until they have ended', async () => {
    const { client } = playing([state({}), state({ succeeded: 1 }), state({ status: 'failed' })]);
    const seen: string[] = [];
    const ended = await client.batches.wait('batch_1', {
      intervalMs: 1,
      onProgress: ({ status }) => seen.push(status),
    });
    assert.equal(ended.status, 'failed');
    assert.deepEqual(seen, ['processing', 'processing', 'failed']);
  });

  it('are given up after `waitMs`, and left alone', async () => {
    const { client, requests } = playing([state({})]);
    await assert.rejects(client.batches.wait('batch_1', { intervalMs: 5, waitMs: 12 }), TimeoutError);
    assert.ok(requests.every(({ init }) => init?.method === 'GET'));
  });

  it('are given up after `waitMs` too if the service does not answer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const { client, requests } = playing([{ lost: 'hangs' }]);
    const waiting = client.batches.wait('batch_1', { waitMs: 5000 });
    const message = 'The batch batch_1 has no known status after 5 s.';
    const refused = assert.rejects(waiting, { name: 'TimeoutError', message });
    t.mock.timers.tick(5000);
    await refused;
    assert.equal(requests.length, 1);
  });

  it('are looked at once more at the end of a `waitMs` that is shorter than the interval', async (t) => {
    // The first look may take longer than this wait.
    t.mock.timers.enable({ apis: ['Date'] });
    const { client } = playing([state({}), state({ status: 'completed' })]);
    assert.equal((await client.batches.wait('batch_1', { waitMs: 20 })).status, 'completed');
  });

  it('have items on several pages', async () => {
    const pages = [state({ items: [{ number: 0 }], nextCursor: '1' }), state({ items: [{ number: 1 }] })];
    const { client, requests } = playing(pages);
    const numbers: number[] = [];
    for await (const { number } of client.batches.items('batch_1')) numbers.push(number);
    assert.deepEqual(numbers, [0, 1]);
    assert.match(requests[1]?.url ?? '', /\?limit=1000&cursor=1$/);
  });

  it('are given up after `timeoutMs` of the wait, too', async () => {
    const { client } = playing([state({})]);
    const waiting = client.batches.wait('batch_1', { intervalMs: 5, timeoutMs: 5000, waitMs: 12 });
    await assert.rejects(waiting, { message: /after 0\.012 s/ });
    const shorter = client.batches.wait('batch_1', { timeoutMs: 50 });
    await assert.rejects(shorter, TimeoutError);
  });

  it('are refused before a request without a list of items with URLs', async () => {
    const { client, requests } = playing([{ body: {} }]);
    const wrong: [items: unknown, message: RegExp][] = [
      ['https://example.com/', /^A batch takes a list of items/],
      [undefined, /^A batch takes a list of items/],
      [[{ url: page }, {}], /^`items\[1\]` takes an object with the `url`/],
      [[5], /^`items\[0\]`/],
      [[{ url: '' }], /^`items\[0\]`/],
      [[null], /^`items\[0\]`/],
      [[page], /^`items\[0\]`/],
    ];
    for (const [items, message] of wrong)
      await assert.rejects(client.batches.submit('image', items as never), { name: 'UsageError', message });
    assert.equal(requests.length, 0);
  });

  it('are listed', async () => {
    const { client, requests } = playing([{ body: { batches: [{ batchId: 'batch_2' }], nextCursor: 'batch_2' } }]);
    const { batches, nextCursor } = await client.batches.list({ limit: 1, cursor: 'batch_3' });
    assert.deepEqual([batches[0]?.batchId, nextCursor], ['batch_2', 'batch_2']);
    assert.equal(requests[0]?.url, 'https://tintype.example/batch/key?limit=1&cursor=batch_3');
    assert.match(headerOf(requests[0], 'authorization'), /^Bearer /);
  });
});

describe('stored files', () => {
  it('are deleted by their link; the secret stays on the host of the service', async () => {
    const { client, requests } = playing([{ status: 204 }]);
    await client.deleteFile('https://tintype.example/files/t/a.png');
    assert.equal(requests[0]?.url, 'https://tintype.example/files/t/a.png');
    for (const link of ['https://tintype.example/v1/sessions/sess_1', 'https://other.example/files/t/a.png', 'a.png'])
      await assert.rejects(client.deleteFile(link), { name: 'UsageError', message: /tintype\.example\/files\// });
    assert.equal(requests.length, 1);
  });
});
