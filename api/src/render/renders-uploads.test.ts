import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { limitsOf, TintypeError } from '@tintype/contracts';
import type { Uploaded, UploadPlan } from '../account-storage/uploads.js';
import type { Account } from '../accounts/account.js';
import type { Obtained } from './queue/render-request.js';
import { ordinaryTime, type RenderInput, Renders } from './renders.js';
import type { IndexEntry, ResultRecord } from './results/result-record.js';

const input: RenderInput = {
  ...{ account: { id: 'acct', limits: limitsOf({ limits: {} }) } as Account, endpoint: 'image' },
  ...{ pairs: { url: 'https://example.com/a' }, accepts: [], class: 'still', time: ordinaryTime, requestId: 'r' },
};

const record = { contentType: 'image/png', sha256: 'abc', warnings: ['slow'] as string[] } as ResultRecord;
const entry: IndexEntry = { record, revision: 3 };
const stored = { ...entry, body: Buffer.from('picture') };

interface Stage {
  plan?: UploadPlan;
  isCached?: boolean;
  isDone?: boolean;
  finished?: Uploaded;
  /** How an upload fails. */
  failure?: TintypeError;
  isRefused?: boolean;
  hasBandwidth?: boolean;
}

/** Renders whose parts record the order of calls; by default, the bandwidth is used up. */
const stage = ({ plan, isCached = false, isDone = false, finished = {}, failure, isRefused, hasBandwidth }: Stage) => {
  const calls: string[] = [];
  const rendered: Obtained = { ...stored, cache: 'MISS', timings: { queue: 1 } };
  const renders = new Renders({
    secretsKey: createSecretKey(Buffer.alloc(32, 1)),
    rate: { count: () => undefined },
    store: {
      find: async () => (isCached ? entry : undefined),
      hold: () => undefined,
      load: async (_key, _entry, { choosePart } = {}) => {
        calls.push('load');
        return { ...stored, part: choosePart?.(record) };
      },
    },
    checkBalance: async () => undefined,
    bandwidth: {
      check: () => (hasBandwidth ? Promise.resolve() : Promise.reject(new TintypeError('bandwidth_exceeded'))),
      count: (_, bytes) => calls.push(`count ${bytes}`),
    },
    source: {
      newOffer: () => assert.fail(),
      obtain: async () => {
        calls.push('render');
        return rendered;
      },
    },
    charging: {
      charge: async () => {
        calls.push('charge');
        return 1;
      },
    },
    uploads: {
      planOf: () => plan,
      isDone: () => isDone,
      redirectOf: () => (isDone ? finished.location : undefined),
      refuseLasting: () => {
        if (isRefused) throw new TintypeError('storage_failed');
      },
      finish: async ({ body, isHit, fileName }) => {
        calls.push(`upload ${fileName} ${body?.length ?? 'nothing'} ${isHit ? 'hit' : 'new'}`);
        if (failure) throw failure;
        return finished;
      },
    },
  });
  const render = (change: Partial<RenderInput> = {}) =>
    renders.render({ ...input, ...change }, new AbortController().signal);
  const preview = () => renders.preview(input);
  return { render, preview, calls };
};

const plan = { redirect: false } as UploadPlan;
const redirect = { redirect: true } as UploadPlan;
const upload = 'upload example.com-a.png';
const finished = { location: 'https://cdn.example/a' };

describe('Renders.render with a storage', () => {
  it('uploads a charged result, adds the warning and its time', async () => {
    const { render, calls } = stage({ plan, finished: { warning: 'not uploaded' } });
    const { warnings, timings, body } = await render();
    assert.deepEqual([warnings, body], [['slow', 'not uploaded'], stored.body]);
    assert.ok(timings.upload !== undefined && timings.queue === 1);
    assert.deepEqual(calls, ['render', 'charge', `${upload} 7 new`]);
    assert.deepEqual(record.warnings, ['slow']);
  });

  it('uploads no bytes of a cached result that its caller has', async () => {
    const { render, calls } = stage({ plan, isCached: true });
    assert.equal((await render({ held: [record.sha256] })).callerHas, true);
    assert.deepEqual(calls, ['charge', `${upload} nothing hit`, 'count 0']);
  });

  it('answers a part of a cached result once its copy is stored; before, the upload needs the whole', async () => {
    const part = { start: 1, end: 3 };
    const ask = async (isDone: boolean) => {
      const { render } = stage({ plan, isCached: true, isDone, hasBandwidth: true });
      return (await render({ choosePart: () => part })).part;
    };
    assert.deepEqual([await ask(true), await ask(false)], [part, undefined]);
  });

  it('redirects to a copy without bytes or bandwidth, also if its caller has the bytes', async () => {
    const { render, calls } = stage({ plan: redirect, isCached: true, isDone: true, finished });
    const { location, body, callerHas, timings } = await render({ held: 'any' });
    assert.deepEqual([location, body.length, callerHas, timings], [finished.location, 0, false, {}]);
    assert.deepEqual(calls, ['charge', `${upload} nothing hit`, 'count 0']);
  });

  it('loads the bytes for a redirect without a copy, and delivers none', async () => {
    const { render, calls } = stage({ plan: redirect, isCached: true, finished });
    assert.equal((await render({ held: 'any' })).body.length, 0);
    assert.deepEqual(calls, ['load', 'charge', `${upload} 7 hit`, 'count 0']);
  });

  it('renders nothing for a redirect while the storage refuses, and everything else', async () => {
    const refused = stage({ plan: redirect, isRefused: true });
    await assert.rejects(refused.render(), { code: 'storage_failed', details: {} });
    assert.deepEqual(refused.calls, []);
    const copied = stage({ plan: redirect, isRefused: true, isCached: true, isDone: true, finished });
    assert.equal((await copied.render()).location, finished.location);
    assert.equal((await stage({ plan, isRefused: true }).render()).credits, 1);
  });

  it('tells what a failed redirect cost', async () => {
    const cause = new Error('away');
    const failure = new TintypeError('storage_failed', 'Away.', { cause });
    await assert.rejects(stage({ plan: redirect, failure }).render(), {
      ...{ code: 'storage_failed', message: 'Away.', cause, details: { creditsCharged: 1 } },
    });
  });

  it('previews the redirect of a cached result with its copy', async () => {
    const previewOf = async (isDone: boolean) =>
      (await stage({ plan: redirect, isCached: true, isDone, finished }).preview()).location;
    assert.deepEqual([await previewOf(true), await previewOf(false)], [finished.location, undefined]);
  });
});
