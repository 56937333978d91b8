import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseOptions } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import type { ResultRecord } from '../render/results/result-record.js';
import { type PutOptions, S3Failure } from '../s3/s3-bucket.js';
import type { UploadEnd } from './upload-metrics.js';
import type { UploadTarget } from './upload-targets.js';
import { type UploadOrder, type UploadPlan, Uploads } from './uploads.js';

const key = 'ab'.repeat(32);
const account = { id: 'acme' } as Account;
const record = { object: 'o', contentType: 'image/png', createdAt: Date.UTC(2026, 10, 26) } as ResultRecord;
const body = Buffer.from('picture');
const object = 'screenshots/2026/11/26/shot.png';
const location = `https://cdn.example/${object}`;

const failure = (status: number, name: string) =>
  new S3Failure('put', { name, Code: name, $metadata: { httpStatusCode: status } });

interface Put extends PutOptions {
  object: string;
}

const settings = {
  ...{ endpoint: 'https://s3.example/', region: 'r', bucket: 'pictures' },
  ...{ pathStyle: true, prefix: '', publicUrl: 'https://cdn.example' },
};

interface Stage {
  /** Each put takes one; undefined: it works. */
  failures?: (S3Failure | undefined)[];
  isInstallationStore?: boolean;
  hasTarget?: boolean;
  put?: () => Promise<void>;
}

const stage = ({ failures = [], hasTarget = true, put = async () => undefined, ...owner }: Stage = {}) => {
  const puts: Put[] = [];
  const ends: UploadEnd['outcome'][] = [];
  const recorded: ResultRecord['upload'][] = [];
  const bucket = {
    put: async (name: string, _: Uint8Array, how: PutOptions = {}) => {
      puts.push({ object: name, ...how });
      const failed = failures.shift();
      if (failed) throw failed;
      await put();
    },
    get: async () => undefined,
    delete: async () => undefined,
  };
  const target: UploadTarget = { id: 't', settings, isInstallationStore: false, ...owner, bucket: async () => bucket };
  const uploads = new Uploads({
    targets: { targetOf: () => (hasTarget ? target : undefined) },
    results: { recordUpload: async (_key, _record, upload) => void recorded.push(upload) },
    onUpload: ({ outcome }) => ends.push(outcome),
    log: createLog('test', 'silent'),
  });
  const planOf = (pairs: Record<string, string> = {}, endpoint: 'image' | 'pdf' | 'content' = 'image') =>
    uploads.planOf(
      account,
      endpoint,
      parseOptions(endpoint, { url: 'https://example.com/', fileName: 'shot', ...pairs }),
    );
  const finish = (pairs: Record<string, string> = {}, change: Partial<UploadOrder> = {}) => {
    const plan = planOf(pairs);
    assert.ok(plan);
    const facts = { key, record, body, fileName: 'shot.png', deadline: Date.now() + 60_000, isHit: false };
    return uploads.finish({ plan, ...facts, ...change });
  };
  return { uploads, planOf, finish, puts, ends, recorded };
};

const redirect = { s3Redirect: 'true' };
const publicRead = { s3Acl: 'public-read' };

describe('the plan of an upload', () => {
  it('exists for results with a folder, unless the request skips it', () => {
    const { planOf } = stage();
    for (const endpoint of ['image', 'pdf'] as const) {
      assert.ok(planOf({}, endpoint));
      assert.equal(planOf({ skipUpload: 'true' }, endpoint), undefined);
    }
    assert.equal(planOf({ s3Redirect: 'true' }, 'content'), undefined);
  });

  it('needs a storage only for a redirect', () => {
    const { planOf } = stage({ hasTarget: false });
    assert.equal(planOf(), undefined);
    assert.throws(() => planOf(redirect), { code: 'storage_not_configured', message: /PUT \/v1\/account\/storage/ });
  });
});

describe('an upload', () => {
  it('stores the result with type, name and access, and records its place', async () => {
    const { finish, puts, ends, recorded } = stage();
    assert.deepEqual(await finish({ ...publicRead, ...redirect }), { location });
    const [{ timeoutMs, ...put }] = puts as [Put];
    const about = { contentType: 'image/png', contentDisposition: 'inline; filename="shot.png"', acl: 'public-read' };
    assert.deepEqual(put, { object, ...about });
    assert.ok(timeoutMs && timeoutMs <= 10_100, String(timeoutMs));
    assert.deepEqual([ends, recorded], [['stored'], [{ target: 't', object }]]);
  });

  it('of an item of a batch is repeated, under the day of the batch, and stays out of the record', async () => {
    const { planOf, uploads, puts, recorded } = stage();
    const copied = { ...record, upload: { target: 't', object } };
    const plan = { ...planOf(redirect), acceptedAt: Date.UTC(2026, 10, 27) } as UploadPlan;
    const facts = { key, record: copied, body, fileName: 'shot.png', deadline: Date.now() + 60_000, isHit: true };
    const { location: place } = await uploads.finish({ plan, ...facts });
    assert.deepEqual([uploads.isDone(plan, copied), puts.length, recorded], [false, 1, []]);
    assert.equal(place, 'https://cdn.example/screenshots/2026/11/27/shot.png');
  });

  it('of an item that a request shares is recorded for the request', async () => {
    const stored = Promise.withResolvers<void>();
    const { planOf, uploads, finish, puts, recorded } = stage({ put: () => stored.promise });
    const plan = { ...planOf(redirect), acceptedAt: record.createdAt } as UploadPlan;
    const facts = { key, record, body, fileName: 'shot.png', deadline: Date.now() + 60_000, isHit: false };
    const both = [uploads.finish({ plan, ...facts }), finish(redirect), finish(redirect)];
    await new Promise(setImmediate);
    stored.resolve();
    assert.deepEqual(await Promise.all(both), [{ location }, { location }, { location }]);
    assert.deepEqual([puts.length, recorded], [1, [{ target: 't', object }]]);
  });

  it('warns of a name that another page has had, but not of the same page', async () => {
    const { finish } = stage();
    const from = async (url: string, more = {}) => (await finish({ url, ...more })).warning;
    assert.equal(await from('https://example.com/a'), undefined);
    assert.equal(await from('https://example.com/a', { timestamp: '2' }), undefined);
    assert.match((await from('https://example.com/b')) ?? '', /replaced that of another page with the same `fileName`/);
    assert.equal(await from('https://example.com/b'), undefined);
    assert.equal(await from('https://example.com/a', { fileName: 'other' }), undefined);
  });

  it('is refused beforehand after a failure that stays', async () => {
    const { planOf, uploads, finish } = stage({ failures: [failure(503, 'SlowDown'), failure(404, 'NoSuchBucket')] });
    const plan = planOf(redirect) as UploadPlan;
    await assert.rejects(finish(redirect), { code: 'storage_failed' });
    uploads.refuseLasting(plan, key);
    await assert.rejects(finish(redirect), { code: 'storage_failed' });
    assert.throws(() => uploads.refuseLasting(plan, key), { code: 'storage_failed', message: /has no bucket/ });
  });

  it('is refused beforehand after a refused access, unless it has another one or is an item of a batch', async () => {
    const { planOf, uploads, finish } = stage({ failures: [failure(403, 'AccessDenied')] });
    const plan = { ...redirect, fileName: 'other' };
    await assert.rejects(finish(redirect), { code: 'storage_failed' });
    const check = (each: unknown) => uploads.refuseLasting(each as UploadPlan, 'another key');
    assert.throws(() => check(planOf(plan)), { code: 'storage_failed', message: /refuses access \(AccessDenied\)/ });
    check(planOf({ ...plan, s3Acl: 'bucket-owner-full-control' }));
    check({ ...planOf(plan), acceptedAt: record.createdAt });
  });

  it('names no access list for the default', async () => {
    const { finish, puts } = stage();
    assert.deepEqual(await finish(), {});
    assert.equal(puts[0]?.acl, undefined);
  });

  it('is not repeated for a record with a copy in this place', async () => {
    const { finish, puts } = stage();
    const copied = { ...record, upload: { target: 't', object: 'pdfs/x y.pdf' } };
    assert.deepEqual(await finish(redirect, { record: copied, body: undefined }), {
      location: 'https://cdn.example/pdfs/x%20y.pdf',
    });
    assert.equal(puts.length, 0);
    await finish(redirect, { record: { ...record, upload: { target: 'earlier', object } } });
    assert.equal(puts.length, 1);
  });

  it('is shared by simultaneous requests for one result', async () => {
    const stored = Promise.withResolvers<void>();
    const { finish, puts } = stage({ put: () => stored.promise });
    const both = [finish(redirect), finish(redirect)];
    await new Promise(setImmediate);
    stored.resolve();
    assert.deepEqual(await Promise.all(both), [{ location }, { location }]);
    assert.equal(puts.length, 1);
  });

  it('is done without the access list if the store refuses it, with a warning, also later', async () => {
    for (const refusal of [
      failure(400, 'AccessControlListNotSupported'),
      failure(403, 'AccessDenied'),
      failure(501, 'NotImplemented'),
    ]) {
      const { finish, puts, ends, recorded } = stage({ failures: [refusal] });
      const { warning, location: place } = await finish({ ...publicRead, ...redirect });
      assert.match(warning ?? '', /refused the access `public-read`/);
      assert.equal(place, location);
      assert.deepEqual(
        puts.map(({ acl }) => acl),
        ['public-read', undefined],
      );
      assert.deepEqual(ends, ['without_acl']);
      const [upload] = recorded;
      assert.deepEqual((await finish(publicRead, { record: { ...record, upload } })).warning, warning);
    }
  });

  it('that fails is a warning, and with a redirect an error', async () => {
    const refusal = () => failure(403, 'InvalidAccessKeyId');
    const { finish, ends } = stage({ failures: [refusal(), refusal(), refusal()] });
    const { warning } = await finish();
    assert.match(warning ?? '', /^The result was not uploaded to the account's storage\. .* Correct `key`\.$/);
    await assert.rejects(finish(redirect), { code: 'storage_failed', message: /Correct `key`\.$/ });
    assert.deepEqual(ends, ['refused', 'refused']);
  });

  it('does not delay cached results for 10 s after the store failed', async () => {
    const { finish, puts } = stage({ failures: [failure(503, 'SlowDown')] });
    await finish();
    const { warning } = await finish({}, { isHit: true });
    assert.match(warning ?? '', /503 SlowDown/);
    assert.equal(puts.length, 1);
    await assert.rejects(finish(redirect, { isHit: true }), { code: 'storage_failed', message: /503 SlowDown/ });
    assert.equal(puts.length, 1);
    assert.deepEqual(await finish(redirect), { location });
    assert.deepEqual(await finish(redirect, { isHit: true }), { location });
    assert.equal(puts.length, 3);
  });

  it('does not begin without time, which is no fault of the store', async () => {
    const { finish, puts, ends } = stage();
    assert.match((await finish({}, { deadline: Date.now() + 400 })).warning ?? '', /left too little time/);
    assert.equal(puts.length, 0);
    assert.deepEqual(await finish({}, { isHit: true }), {});
    assert.deepEqual(ends, ['no_time', 'stored']);
  });

  it('that its request’s end cuts off is no fault of the store, and one that its own limit ends is', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 });
    const cut = (ms: number) => async () => {
      t.mock.timers.setTime(ms);
      throw new S3Failure('put', { name: 'TimeoutError' });
    };
    const short = stage({ put: cut(2500) });
    assert.match((await short.finish({}, { deadline: 3000 })).warning ?? '', /left too little time/);
    t.mock.timers.setTime(0);
    const early = stage({ put: cut(1000) });
    assert.match((await early.finish({}, { deadline: 3000 })).warning ?? '', /did not answer in time/);
    t.mock.timers.setTime(0);
    const long = stage({ put: cut(10_001) });
    assert.match((await long.finish({}, { deadline: 60_000 })).warning ?? '', /did not answer in time/);
    const { warning } = await long.finish({}, { isHit: true, deadline: 120_000 });
    assert.match(warning ?? '', /did not answer in time/);
    assert.equal(long.puts.length, 1);
    assert.deepEqual([short.ends, early.ends, long.ends], [['no_time'], ['timeout'], ['timeout']]);
  });

  it('has 2 s where a client waits, for a minute after one that took long to fail', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 });
    let lateMs = 10_001;
    const hang = async () => {
      t.mock.timers.setTime(Date.now() + lateMs);
      throw new S3Failure('put', { name: 'TimeoutError' });
    };
    const { finish, planOf, uploads, puts } = stage({ put: hang });
    const facts = { key, record, body, fileName: 'shot.png', isHit: false };
    const timeout = () => puts.at(-1)?.timeoutMs ?? 0;
    await finish();
    assert.ok(timeout() > 9000, String(timeout()));
    lateMs = 2100;
    for (const isHit of [false, true]) {
      await finish({}, { deadline: Date.now() + 60_000, isHit });
      assert.ok(puts.length === 2 && timeout() < 2100, `${puts.length} uploads, ${timeout()} ms`);
    }
    const item = { ...planOf(redirect), acceptedAt: record.createdAt } as UploadPlan;
    await assert.rejects(uploads.finish({ plan: item, ...facts, deadline: Date.now() + 60_000 }));
    assert.ok(timeout() > 9000, `an item has time: ${timeout()} ms`);
    // The item's failure was the last long one.
    t.mock.timers.setTime(Date.now() + 59_000);
    await finish({}, { deadline: Date.now() + 60_000 });
    assert.ok(timeout() < 2100, String(timeout()));
    t.mock.timers.setTime(Date.now() + 1000);
    await finish({}, { deadline: Date.now() + 60_000 });
    assert.ok(timeout() > 9000, String(timeout()));
  });

  it('that its request’s end cuts off is tried once more by a request that shares it and ends later', async () => {
    const { finish, ends } = stage();
    const [short, ...long] = await Promise.all([
      finish({}, { deadline: Date.now() + 400 }),
      finish(redirect),
      finish(redirect),
    ]);
    assert.match(short.warning ?? '', /left too little time/);
    assert.deepEqual(long, [{ location }, { location }]);
    assert.deepEqual(ends, ['no_time', 'stored']);
  });

  it('names no setting of the installation', async () => {
    const { warning } = await stage({ isInstallationStore: true, failures: [failure(403, 'AccessDenied')] }).finish();
    assert.match(warning ?? '', /store of this installation/);
    assert.doesNotMatch(warning ?? '', /pictures|`/);
  });
});
