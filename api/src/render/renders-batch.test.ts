import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { limits, type Options, TintypeError } from '@tintype/contracts';
import type { Uploaded, UploadPlan } from '../account-storage/uploads.js';
import { sampleAccount } from '../accounts/account-sample.js';
import type { Obtained, RenderRequest } from './queue/render-request.js';
import { batchTime, type RenderInput, Renders } from './renders.js';
import type { Reader } from './results/cached-blobs.js';
import type { IndexEntry, ResultRecord } from './results/result-record.js';

const createdAt = Date.parse('2026-11-26T12:00:00Z');
const record = {
  contentType: 'image/png',
  sha256: 'abc',
  warnings: [] as string[],
  createdAt,
} as unknown as ResultRecord;
const entry: IndexEntry = { record, revision: 3 };

const toStorage = {
  chargeId: '5d1c9730-0000-4000-8000-000000000000',
  since: Number.POSITIVE_INFINITY,
  withdrawn: new AbortController().signal,
};

/** The account's rate is used up, and a result is cached. */
const stage = (
  finish: () => Promise<Uploaded> = async () => ({ location: 'https://files.example.com/shot.png' }),
  refuseLasting: () => void = () => undefined,
) => {
  const charged: string[] = [];
  const days: (number | undefined)[] = [];
  const requests: RenderRequest[] = [];
  const planned: Options[] = [];
  const hits: boolean[] = [];
  const stored = { ...entry, body: Buffer.from('picture') };
  const readers: (Reader | undefined)[] = [];
  const note = (reader: Reader | undefined) => {
    readers.push(reader);
    return stored;
  };
  const renders = new Renders({
    secretsKey: createSecretKey(Buffer.alloc(32, 1)),
    rate: {
      count: () => {
        throw new TintypeError('rate_limited');
      },
    },
    store: {
      find: async () => entry,
      load: async (_key, _entry, { reader } = {}) => note(reader),
      hold: (_record, _body, reader) => void note(reader),
    },
    checkBalance: async () => undefined,
    bandwidth: { check: () => Promise.reject(new TintypeError('bandwidth_exceeded')), count: () => undefined },
    source: {
      newOffer: () => assert.fail(),
      obtain: async (request): Promise<Obtained> => {
        requests.push(request);
        return { ...stored, cache: 'MISS', timings: {} };
      },
    },
    charging: {
      charge: async ({ key }) => {
        charged.push(key);
        return 0;
      },
    },
    uploads: {
      planOf: (_account, _endpoint, options, acceptedAt) => {
        planned.push(options);
        return { redirect: true, acceptedAt } as UploadPlan;
      },
      isDone: () => false,
      redirectOf: () => undefined,
      refuseLasting,
      finish: async ({ isHit, plan: { acceptedAt } }) => {
        hits.push(isHit);
        days.push(acceptedAt);
        return finish();
      },
    },
  });
  const render = (change: Partial<RenderInput> = {}, pairs: Record<string, string> = {}) =>
    renders.render(
      {
        ...{ account: sampleAccount(), endpoint: 'image', accepts: [], class: 'batch', time: batchTime },
        ...{ pairs: { url: 'https://example.com/', ...pairs }, requestId: 'r', toStorage, isCounted: true, ...change },
      },
      new AbortController().signal,
    );
  return { render, requests, planned, charged, days, hits, readers };
};

describe('an item of a batch', () => {
  it('does not count as a request, and takes a cached result into the storage in spite of `skipUpload`', async () => {
    const { render, planned } = stage();
    const { cache, location, body } = await render({}, { skipUpload: 'true' });
    assert.deepEqual([cache, location, body.length], ['HIT', 'https://files.example.com/shot.png', 0]);
    const [options] = planned as { s3Redirect: boolean; skipUpload: boolean }[];
    assert.deepEqual([options?.s3Redirect, options?.skipUpload], [true, false]);
  });

  it('has the warnings of a signed URL about options that look like a mistake', async () => {
    for (const [endpoint, advice] of [
      ['image', 'Did you mean `quality`?'],
      ['pdf', 'Did you mean `quality`, which only other endpoints take?'],
    ] as const) {
      const { warnings } = await stage().render({ endpoint }, { delay: '2', qualty: '3' });
      assert.deepEqual(warnings, [`The option \`qualty\` is unknown and has no effect. ${advice}`]);
    }
  });

  it('tries its upload at each attempt, also shortly after a failure', async () => {
    const { render, hits } = stage();
    await render();
    assert.deepEqual(hits, [false]);
  });

  it('holds its bytes until it is stored, and not until the end of all items', async () => {
    const { render, readers } = stage();
    await render();
    await render({}, { fresh: 'true' });
    assert.deepEqual(
      readers.map((reader) => [reader?.account, reader?.until.aborted]),
      [sampleAccount().id, sampleAccount().id].map((id) => [id, true]),
    );
  });

  it('is fresh if its result was stored since the batch was accepted', async () => {
    const { render, requests } = stage();
    assert.equal((await render({ toStorage: { ...toStorage, since: createdAt - 1 } }, { fresh: 'true' })).cache, 'HIT');
    assert.equal(
      (await render({ toStorage: { ...toStorage, since: createdAt + 1 } }, { fresh: 'true' })).cache,
      'MISS',
    );
    assert.equal((await render({}, { fresh: 'true' })).cache, 'MISS');
    assert.equal(requests.length, 2);
  });

  it('is stored under the day of its batch, and not under the name of a preset', async () => {
    const { render, planned, days } = stage();
    const preset = { name: 'p', endpoint: null, options: { fileName: 'all' }, version: 1, updatedAt: '' };
    const account = { ...sampleAccount(), presets: new Map([['p', preset]]) };
    await render({ account, toStorage: { ...toStorage, since: createdAt } }, { preset: 'p' });
    await render({ account }, { preset: 'p', fileName: 'own' });
    assert.deepEqual(
      planned.map((options) => 'fileName' in options && options.fileName),
      [undefined, 'own'],
    );
    assert.equal(days[0], createdAt);
  });

  it('is charged after its upload, under the id of the item', async () => {
    const failing = stage(() => Promise.reject(new TintypeError('storage_failed')));
    await assert.rejects(failing.render({}, { fresh: 'true' }), { code: 'storage_failed' });
    assert.deepEqual(failing.charged, []);
    assert.equal(failing.requests[0]?.chargeId, toStorage.chargeId);
    const stored = stage();
    await stored.render();
    assert.equal(stored.charged.length, 1);
  });

  it('is not rendered while its storage refuses', async () => {
    const refuse = () => {
      throw new TintypeError('storage_failed');
    };
    const { render, requests, hits } = stage(undefined, refuse);
    await assert.rejects(render({}, { fresh: 'true' }), { code: 'storage_failed' });
    assert.deepEqual([requests, hits], [[], []]);
  });

  it('waits for a node, and then has the time of a request', async () => {
    const { render, requests } = stage();
    const begun = Date.now();
    await render({}, { fresh: 'true', delay: '2' });
    const [{ job, deadline } = { job: undefined, deadline: 0 }] = requests;
    assert.equal(job?.renderMs, (limits.requestSeconds + 2) * 1000);
    const seconds = (deadline - begun) / 1000 - limits.batchQueueSeconds;
    assert.ok(seconds >= 62 && seconds < 70, String(seconds));
  });
});
