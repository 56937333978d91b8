import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { streams, subjects } from '@tintype/contracts';
import { BatchStage, hmac } from '../../../kit/service/batch-stage.js';
import { tester } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

const today = () => new Date().toISOString().slice(0, 10).replaceAll('-', '/');
const size = { vw: 32, vh: 32 };

describe('a batch', { timeout: 300_000 }, () => {
  let stage: BatchStage;

  before(async () => {
    stage = await BatchStage.start({ api: { TINTYPE_BATCH_ITEMS: '2' } });
  });
  after(() => stage?.stop());

  it('stores each result, reports each error, and notifies until the receiver accepts', async () => {
    stage.refusals = 1;
    const { status, json } = await stage.create([
      { url: stage.page(1), options: { ...size, file_name: 'one' } },
      { url: stage.page(2), options: { ...size, file_name: 'one', type: 'jpeg' } },
      { url: stage.page(3), options: size },
      { url: stage.page(4), options: { vw: 0 } },
      { options: size },
      'nothing',
      { url: stage.page(5), options: { ...size, vw: ['a'] } },
    ]);
    assert.deepEqual([status, json.status, json.total], [202, 'queued', 7]);
    const state = await stage.untilFinished(json.batchId);
    assert.deepEqual([state.status, state.succeeded, state.failed, state.queued], ['completed_with_errors', 3, 4, 0]);
    const [one, two, three, ...bad] = state.items;
    assert.deepEqual([one?.file_name, two?.file_name, three?.file_name], ['one', 'one-2', null]);
    assert.equal(one?.targetStatus, 200);
    assert.deepEqual([one?.contentType, two?.contentType], ['image/png', 'image/jpeg']);
    const folder = `screenshots/${today()}`;
    assert.equal(one?.bytes, stage.s3.bytes(`${folder}/one.png`).length);
    assert.ok(two?.location?.endsWith(`/${folder}/one-2.jpg`), String(two?.location));
    assert.match(three?.location ?? '', /[0-9a-f]{64}\.png$/);
    assert.deepEqual(
      bad.map(({ status: each, error }) => [each, error?.code]),
      [
        ['failed', 'invalid_option'],
        ['failed', 'missing_url'],
        ['failed', 'invalid_request'],
        ['failed', 'invalid_option'],
      ],
    );
    assert.match(bad[0]?.error?.message ?? '', /^The option `vw` takes a whole number/);
    const [notification] = await stage.untilNotified(json.batchId);
    const first = stage.notifications.find(({ body, accepted }) => !accepted && body.batchId === json.batchId);
    assert.equal(first?.deliveryId, notification?.deliveryId);
    assert.deepEqual([notification?.body.event, notification?.body.results?.length], ['batch.completed', 7]);
    await until('the state shows the delivery', async () => {
      const { notification: shown } = await stage.state(json.batchId);
      return shown.status === 'delivered' && shown.attempts === 2;
    });
  });

  it('reuses cached results without a charge, and makes PDFs', async () => {
    const options = { url: stage.page(20), vw: '32', vh: '32' };
    await stage.service.get(options);
    const charges = await stage.charges();
    const images = await stage.create([{ url: options.url, options: size }], { notify: false });
    assert.equal((await stage.untilFinished(images.json.batchId)).status, 'completed');
    assert.deepEqual([await stage.charges(), stage.hits(20)], [charges, 1]);
    const fresh = await stage.create([{ url: options.url, options: { ...size, fresh: true } }], { notify: false });
    assert.equal((await stage.untilFinished(fresh.json.batchId)).status, 'completed');
    assert.deepEqual([await stage.charges(), stage.hits(20)], [charges + 1, 2]);
    const pdfs = await stage.create([{ url: options.url, options: { file_name: 'paper' } }], { endpoint: 'pdf' });
    const { items, notification } = await stage.untilFinished(pdfs.json.batchId);
    assert.ok(items[0]?.location?.endsWith(`/pdfs/${today()}/paper.pdf`), String(items[0]?.location));
    assert.equal(notification.status === 'none', false);
  });

  it('stores the picture of a cached result again if another batch replaced it', async () => {
    const bytes: Buffer[] = [];
    for (const number of [22, 23, 22]) {
      const options = { ...size, file_name: 'same' };
      const { json } = await stage.create([{ url: stage.page(number), options }], { notify: false });
      assert.equal((await stage.untilFinished(json.batchId)).status, 'completed');
      bytes.push(Buffer.from(stage.s3.bytes(`screenshots/${today()}/same.png`)));
    }
    const [first, second, third] = bytes;
    assert.deepEqual(
      [first?.equals(second ?? first), first?.equals(third ?? Buffer.of()), stage.hits(22)],
      [false, true, 1],
    );
  });

  it('is refused without a valid signature, storage or body', async () => {
    const data = [{ url: stage.page(30), options: size }];
    const path = `/batch-image/${tester.apiKey}`;
    const body = JSON.stringify({ data });
    const post = (change: { body?: string; signature?: string; path?: string }) => {
      const sent = change.body ?? body;
      const headers = { 'x-req-signature': change.signature ?? hmac(sent) };
      return stage.call(change.path ?? path, { method: 'POST', body: sent, headers });
    };
    const codes = async (...answers: ReturnType<typeof post>[]) =>
      (await Promise.all(answers)).map(({ status, json }) => `${status} ${json.code ?? json.status}`);
    const many = JSON.stringify({ data: Array.from({ length: 1001 }, () => ({ url: 'a' })) });
    const tooLarge = `{"data":[],"x":"${'x'.repeat(5 * 1024 * 1024)}"}`;
    const otherPath = `/batch-image/${stage.other.apiKey}`;
    assert.deepEqual(
      await codes(
        post({ signature: hmac(body, 'base64') }),
        post({ signature: `sha256=${hmac(body)}` }),
        post({ signature: hmac(`${body} `) }),
        post({ signature: '' }),
        post({ path: '/batch-image/nobody' }),
        post({ body: '{"data": []}' }),
        post({ body: many }),
        post({ body: tooLarge }),
        // Without a signature, nothing of the body is read.
        post({ body: tooLarge, signature: '' }),
        post({ path: otherPath, signature: hmac(body, 'hex', stage.other.secret) }),
        post({ body: JSON.stringify({ data, notification_uri: 'ftp://a' }) }),
      ),
      [
        '202 queued',
        '202 queued',
        '401 invalid_signature',
        '401 invalid_signature',
        '401 unknown_api_key',
        '400 invalid_request',
        '413 request_too_large',
        '413 request_too_large',
        '401 invalid_signature',
        '409 storage_not_configured',
        '400 invalid_request',
      ],
    );
    const before = stage.notifications.length;
    const refused = JSON.stringify({ data: 'none', notification_uri: stage.receiver });
    assert.deepEqual(await codes(post({ body: refused })), ['400 invalid_request']);
    await until('the refusal is reported', () => stage.notifications.length > before);
    const reported = stage.notifications.at(-1)?.body;
    const { code } = reported?.error ?? {};
    assert.deepEqual([reported?.event, code], ['batch.failed', 'invalid_request']);
  });

  it('is the same one for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const create = (number: number) => {
      const body = JSON.stringify({ data: [{ url: stage.page(number), options: size }] });
      const signed = { ...headers, 'x-req-signature': hmac(body) };
      return stage.call(`/batch-image/${tester.apiKey}`, { method: 'POST', body, headers: signed });
    };
    const [first, second] = await Promise.all([create(40), create(40)]);
    await stage.untilFinished(first.json.batchId);
    const third = await create(40);
    assert.deepEqual([second.json.batchId, third.json.batchId], [first.json.batchId, first.json.batchId]);
    assert.equal((await create(41)).json.code, 'invalid_request');
    assert.equal(stage.hits(40), 1);
  });

  it('is also made of one render with `async`', async () => {
    const post = (body: object, { id, secret }: { id: string; secret: string } = tester) => {
      const authorization = `Bearer ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      const headers = { authorization, 'idempotency-key': 'later' };
      return stage.call('/v1/renders', { method: 'POST', body: JSON.stringify({ ...body, async: true }), headers });
    };
    const body = { endpoint: 'image', url: stage.page(45), vw: 32, vh: '32', fileName: 'later' };
    const notified = { ...body, notification_uri: stage.receiver };
    assert.equal((await post({ ...notified, vw: 0 })).json.code, 'invalid_option');
    assert.equal((await post(notified, stage.other)).json.code, 'storage_not_configured');
    const { status, json } = await post(notified);
    assert.deepEqual([status, json.success, json.status, json.total], [202, true, 'queued', 1]);
    assert.ok(json.statusUrl.endsWith(stage.pathOf(json.batchId)), json.statusUrl);
    const [notification] = await stage.untilNotified(json.batchId);
    assert.deepEqual([notification?.body.event, notification?.body.results?.length], ['batch.completed', 1]);
    const { items } = await stage.state(json.batchId);
    assert.ok(items[0]?.location?.endsWith(`/screenshots/${today()}/later.png`), String(items[0]?.location));
    assert.equal(items[0]?.bytes, stage.s3.bytes(`screenshots/${today()}/later.png`).length);
    assert.equal((await post(notified)).json.batchId, json.batchId);
    assert.deepEqual([(await post(body)).json.code, stage.hits(45)], ['invalid_request', 1]);
  });

  it('is shown in pages to its account alone', async () => {
    const { json } = await stage.create(
      [50, 51, 52].map((number) => ({ url: stage.page(number), options: size })),
      {
        notify: false,
      },
    );
    await stage.untilFinished(json.batchId);
    const path = stage.pathOf(json.batchId);
    const bearer = (secret: string, id = tester.id) => ({
      'x-req-signature': '',
      authorization: `Bearer ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });
    const signed = { 'x-req-signature': hmac(path) };
    const page = await stage.call(`${path}?limit=2`, { headers: signed });
    assert.deepEqual([page.json.items.length, page.json.nextCursor], [2, '2']);
    const next = await stage.call(`${path}?limit=2&cursor=2`, { headers: bearer(tester.secret) });
    assert.deepEqual([next.json.items.map(({ number }) => number), next.json.nextCursor], [[2], null]);
    const foreign = { headers: bearer(stage.other.secret, stage.other.id) };
    const statuses = await Promise.all([
      stage.call(path, foreign),
      stage.call(path, { ...foreign, method: 'DELETE' }),
      stage.call(`${path}/notification`, { ...foreign, method: 'POST' }),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 404, 404],
    );
    assert.equal((await stage.call(path, { headers: { 'x-req-signature': 'x' } })).status, 401);
    const { status, json: refusal } = await stage.call(path, { headers: { 'x-req-signature': '' } });
    assert.deepEqual([status, refusal.code], [401, 'invalid_credentials']);
    assert.match(refusal.error ?? '', /`x-req-signature`.* `Authorization: Bearer/);
    assert.equal((await stage.call(path, { method: 'DELETE', headers: signed })).status, 401);
    const list = `/batch/${tester.apiKey}`;
    const newest = await stage.call(`${list}?limit=1`, { headers: { 'x-req-signature': hmac(list) } });
    assert.deepEqual(
      newest.json.batches.map(({ batchId, status, succeeded }) => [batchId, status, succeeded]),
      [[json.batchId, 'completed', 3]],
    );
    const older = await stage.call(`${list}?cursor=${newest.json.nextCursor}`, {
      headers: { 'x-req-signature': hmac(list) },
    });
    assert.ok(older.json.batches.length > 0 && older.json.batches.every(({ batchId }) => batchId < json.batchId));
    const wrong = await stage.call(list, { headers: { 'x-req-signature': 'x' } });
    assert.match(wrong.json.error ?? '', new RegExp(`HMAC-SHA256 of the text \`${list}\``));
    assert.equal((await stage.call(list, foreign)).status, 404);
    const unknown = stage.pathOf('batch_00000000-0000-0000-0000-000000000000');
    assert.equal((await stage.call(unknown)).status, 404);
    assert.equal((await stage.call(`${path}?limit=0`, { headers: signed })).json.code, 'invalid_request');
  });

  it('refuses a private receiver, and tries one again whose name does not resolve', async () => {
    const post = (notification_uri: string) => {
      const body = JSON.stringify({ data: [{}], notification_uri });
      return stage.call(`/batch-image/${tester.apiKey}`, { method: 'POST', body });
    };
    for (const uri of ['http://169.254.169.254/hook', 'http://[::1]/'])
      assert.match((await post(uri)).json.error ?? '', /^The property `notification_uri` names a private address/, uri);
    const { json } = await post('http://no-such-host.invalid/hook');
    await stage.untilFinished(json.batchId);
    await until('the attempt has failed', async () => (await stage.state(json.batchId)).notification.attempts > 0);
    const { status, lastError } = (await stage.state(json.batchId)).notification;
    assert.deepEqual([status, lastError], ['pending', 'The host name does not resolve.']);
  });

  it('is refused while the space for batches is full', async () => {
    const { manager, jetstream } = await stage.service.connect();
    const { state, config } = await manager.streams.info(streams.batches);
    assert.ok(config.max_bytes > 0 && state.bytes < config.max_bytes / 2, String(config.max_bytes));
    await manager.streams.update(streams.batches, { max_bytes: state.bytes });
    const { status, json } = await stage.create([{ url: stage.page(90), options: size }], { notify: false });
    assert.deepEqual([status, json.code], [503, 'overloaded']);
    // The api tells a full stream from a taken subject by this sentence.
    await assert.rejects(
      jetstream.publish(subjects.batch('a', 'batch_b', 'accepted'), ' '.repeat(1000)),
      /maximum bytes/,
    );
    await manager.streams.update(streams.batches, { max_bytes: config.max_bytes });
  });
});
