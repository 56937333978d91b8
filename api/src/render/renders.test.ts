import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { type Endpoint, TintypeError } from '@tintype/contracts';
import { sampleAccount } from '../accounts/account-sample.js';
import type { Obtained, RenderRequest } from './queue/render-request.js';
import { edgeTime, ordinaryTime, type RenderInput, Renders } from './renders.js';
import type { IndexEntry } from './results/result-record.js';

const input: RenderInput = {
  account: sampleAccount(),
  endpoint: 'image',
  pairs: { url: 'https://example.com/a' },
  accepts: [],
  class: 'still',
  time: ordinaryTime,
  requestId: 'r',
};

const record = {
  object: 'o',
  job: 'j',
  chargeId: 'c',
  charged: false,
  createdAt: 0,
  expiresAt: Number.MAX_SAFE_INTEGER,
  contentType: 'image/png',
  length: 7,
  sha256: 'abc',
  targetStatus: 200,
  warnings: [],
};
const entry: IndexEntry = { record, revision: 3 };
const stored = { ...entry, body: Buffer.from('picture') };
const rendered: Obtained = { ...stored, cache: 'MISS', timings: { queue: 1 } };

const refuse = (code: 'rate_limited' | 'credits_exhausted' | 'bandwidth_exceeded' | 'unavailable') => {
  throw new TintypeError(code);
};

interface Stage {
  /** The record in the index. */
  cached?: IndexEntry;
  /** The bytes of that record are gone. */
  gone?: boolean;
  /** The part that refuses. */
  refusing?: 'rate' | 'credits' | 'bandwidth' | 'ledger';
  obtain?: (request: RenderRequest) => Obtained;
}

/** Renders whose parts record the order of calls. */
const stage = ({ cached, gone = false, refusing, obtain = () => rendered }: Stage = {}) => {
  const calls: string[] = [];
  const held: string[] = [];
  const requests: RenderRequest[] = [];
  const note = (what: string, refused = false, code: Parameters<typeof refuse>[0] = 'rate_limited') => {
    calls.push(what);
    if (refused) refuse(code);
  };
  const renders = new Renders({
    secretsKey: createSecretKey(Buffer.alloc(32, 1)),
    rate: { count: () => note('rate', refusing === 'rate') },
    store: {
      find: async () => {
        note('find');
        return cached;
      },
      hold: (_record, body, { account, until }) =>
        void (until === left.signal && held.push(`${account} ${body.length}`)),
      load: async () => {
        note('load');
        return gone ? undefined : stored;
      },
    },
    checkBalance: async () => note('credits', refusing === 'credits', 'credits_exhausted'),
    bandwidth: {
      check: async () => note('bandwidth', refusing === 'bandwidth', 'bandwidth_exceeded'),
      count: (_, bytes) => note(`count ${bytes}`),
    },
    source: {
      newOffer: () => assert.fail(),
      obtain: async (request) => {
        note('obtain');
        requests.push(request);
        return obtain(request);
      },
    },
    charging: {
      charge: async ({ account, endpoint }, { revision }) => {
        note(`charge ${account} ${endpoint} ${revision}`, refusing === 'ledger', 'unavailable');
        return 1;
      },
    },
    uploads: {
      ...{ planOf: () => undefined, isDone: () => false, redirectOf: () => undefined },
      ...{ refuseLasting: () => undefined, finish: async () => ({}) },
    },
  });
  const left = new AbortController();
  const render = (change: Partial<RenderInput> = {}) => renders.render({ ...input, ...change }, left.signal);
  return { renders, render, left, calls, held, requests };
};

const charge = 'charge acct image 3';

describe('Renders.render', () => {
  it('reads the options of a preset, whose version is part of the key', async () => {
    const asked = async (version: number, pairs: Record<string, string> = {}) => {
      const { render, requests } = stage();
      const preset = { name: 'p', endpoint: null, options: { vw: '7' }, version, updatedAt: '' };
      const account = { ...input.account, presets: new Map([['p', preset]]) };
      await render({ account, pairs: { ...input.pairs, preset: 'p', ...pairs } });
      return requests[0]?.job;
    };
    const [first, again, next] = [await asked(1), await asked(1), await asked(2)];
    assert.deepEqual([first?.pairs.vw, (await asked(1, { vw: '8' }))?.pairs.vw], ['7', '8']);
    assert.equal(first?.key, again?.key);
    assert.notEqual(first?.key, next?.key);
  });

  it('answers a rendered result, after one read of the index', async () => {
    const { render, calls, held } = stage();
    const { options, ...outcome } = await render();
    assert.deepEqual(held, [`acct ${stored.body.length}`]);
    const described = { contentType: record.contentType, fileName: 'example.com-a.png' };
    const facts = { ...described, cache: 'MISS', timings: { queue: 1 }, credits: 1, location: undefined };
    const { key, ...rest } = outcome;
    assert.match(key, /^[0-9a-f]{64}$/);
    assert.deepEqual(rest, { record, warnings: [], ...facts, body: stored.body, part: undefined, callerHas: false });
    assert.equal(options.fresh, false);
    assert.deepEqual(calls, ['rate', 'find', 'credits', 'obtain', charge]);
  });

  it('answers a cached result without a check of credits, and counts its bytes', async () => {
    const { render, calls } = stage({ cached: entry, refusing: 'credits' });
    const { cache, body, timings } = await render();
    assert.deepEqual([cache, body, timings], ['HIT', stored.body, {}]);
    assert.deepEqual(calls, ['rate', 'find', 'bandwidth', 'load', charge, 'count 7']);
  });

  it('leaves the bytes to an entry point that counts what it sends', async () => {
    const { render, calls } = stage({ cached: entry });
    assert.equal((await render({ countsBytes: true })).body.length, 7);
    assert.deepEqual(calls, ['rate', 'find', 'bandwidth', 'load', charge]);
  });

  it('renders again if cached bytes are gone, without a check of credits: it is paid for', async () => {
    const { render, calls } = stage({ cached: entry, gone: true, refusing: 'credits' });
    assert.equal((await render()).cache, 'MISS');
    assert.deepEqual(calls, ['rate', 'find', 'bandwidth', 'load', 'obtain', charge]);
  });

  it('reads no bytes that its caller has, even if the bandwidth is used up', async () => {
    for (const held of [['x', 'abc'], 'any'] as const) {
      const { render, calls } = stage({ cached: entry, refusing: 'bandwidth' });
      const { cache, callerHas, body } = await render({ held });
      assert.deepEqual([cache, callerHas, body.length], ['HIT', true, 0]);
      assert.deepEqual(calls, ['rate', 'find', ...(held === 'any' ? ['load'] : []), charge, 'count 0']);
    }
    assert.equal((await stage({ cached: entry, gone: true }).render({ held: 'any' })).cache, 'MISS');
    const { callerHas, body } = await stage().render({ held: ['abc'] });
    assert.deepEqual([callerHas, body.length], [true, 0]);
    assert.equal((await stage({ cached: entry }).render({ held: ['x'] })).callerHas, false);
  });

  it('does not read the cache for a fresh result', async () => {
    const { render, calls, requests } = stage({ cached: entry });
    await render({ pairs: { ...input.pairs, fresh: 'true' } });
    assert.deepEqual(calls, ['rate', 'credits', 'obtain', charge]);
    assert.equal(requests[0]?.fresh, true);
  });

  const refusals: [what: string, stage: Stage, change: Partial<RenderInput>, code: string, calls: string[]][] = [
    ['too many requests, before it reads the options', { refusing: 'rate' }, { pairs: {} }, 'rate_limited', ['rate']],
    ['options before it looks', {}, { pairs: { ...input.pairs, vw: '0' } }, 'invalid_option', ['rate']],
    ['what would cost credits', { refusing: 'credits' }, {}, 'credits_exhausted', ['rate', 'find', 'credits']],
    [
      'cached bytes before it reads them',
      { cached: entry, refusing: 'bandwidth' },
      {},
      'bandwidth_exceeded',
      ['rate', 'find', 'bandwidth'],
    ],
    [
      'what cannot be charged, and counts no bytes',
      { cached: entry, refusing: 'ledger' },
      {},
      'unavailable',
      ['rate', 'find', 'bandwidth', 'load', charge],
    ],
  ];
  for (const [what, parts, change, code, expected] of refusals) {
    it(`refuses ${what}`, async () => {
      const { render, calls } = stage(parts);
      await assert.rejects(render(change), { code });
      assert.deepEqual(calls, expected);
    });
  }

  it('charges nothing after the deadline', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 });
    const late = (request: RenderRequest) => {
      t.mock.timers.setTime(request.deadline + 1);
      return rendered;
    };
    const { render, calls } = stage({ obtain: late });
    await assert.rejects(render(), { code: 'timeout' });
    assert.equal(calls.at(-1), 'obtain');
  });

  it('charges nothing after the client left', async () => {
    const gone = new Error('gone');
    const { render, calls, left } = stage({
      obtain: () => {
        left.abort(gone);
        return rendered;
      },
    });
    await assert.rejects(render(), gone);
    assert.equal(calls.at(-1), 'obtain');
  });

  it('passes on the class and the account’s limits', async () => {
    const { render, requests } = stage();
    await render({ class: 'batch' });
    const [{ job, cacheSeconds, concurrentRenders }] = requests as [RenderRequest];
    assert.deepEqual([job.class, job.account, job.endpoint, job.requestId], ['batch', 'acct', 'image', 'r']);
    assert.deepEqual([cacheSeconds, concurrentRenders, job.resultBytes], Object.values(limitsIn(input)));
  });

  it('decides the best format before the key', async () => {
    const { render, requests } = stage();
    for (const accepts of [['image/webp'], []] as RenderInput['accepts'][])
      await render({ accepts, pairs: { ...input.pairs, bestFormat: 'true' } });
    assert.deepEqual(
      requests.map(({ job }) => job.pairs.type),
      ['webp', 'png'],
    );
    assert.notEqual(requests[0]?.job.key, requests[1]?.job.key);
  });
});

const limitsIn = ({ account: { limits } }: RenderInput) => ({
  cacheSeconds: limits.cacheSeconds,
  concurrentRenders: limits.concurrentRenders,
  resultBytes: limits.resultBytes,
});

describe('the time of a render', () => {
  const cases = [
    { time: ordinaryTime, seconds: 67 },
    { time: edgeTime, seconds: 300 },
    { time: { seconds: 10, plusDelay: false }, seconds: 10 },
  ];
  for (const { time, seconds } of cases) {
    it(`ends after ${seconds} s, and the job's a little earlier`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: 1_000_000_000_000 });
      const { render, requests } = stage();
      await render({ time, pairs: { ...input.pairs, delay: '7' } });
      const [{ deadline, job }] = requests as [RenderRequest];
      assert.equal(deadline, 1_000_000_000_000 + seconds * 1000);
      assert.ok(job.deadline < deadline && job.deadline >= deadline - 1000);
    });
  }
});

describe('Renders.preview', () => {
  it('counts and checks the request, and answers the cached record', async () => {
    const { renders, calls } = stage({ cached: entry });
    const preview = await renders.preview(input);
    assert.deepEqual([preview.record, preview.fileName], [record, 'example.com-a.png']);
    assert.deepEqual(calls, ['rate', 'find']);
    const { warnings } = await renders.preview({ ...input, pairs: { ...input.pairs, fullPage: 'true' } });
    assert.match(warnings.join(), /^The option `fullPage` is unknown/);
    await assert.rejects(renders.preview({ ...input, pairs: {} }), { code: 'missing_url' });
  });

  const types: [endpoint: Endpoint, pairs: Record<string, string>, contentType: string, fileName: string][] = [
    ['image', {}, 'image/png', 'example.com-a.png'],
    ['image', { type: 'WebP' }, 'image/webp', 'example.com-a.webp'],
    ['image', { bestFormat: 'true' }, 'image/webp', 'example.com-a.webp'],
    ['pdf', {}, 'application/pdf', 'example.com-a.pdf'],
    ['content', {}, 'application/json; charset=utf-8', 'example.com-a.json'],
    ['metadata', { type: 'jpeg' }, 'application/json; charset=utf-8', 'example.com-a.json'],
  ];
  for (const [endpoint, pairs, contentType, fileName] of types)
    it(`describes an uncached ${endpoint} with ${JSON.stringify(pairs)} as ${contentType}`, async () => {
      const subject = { ...input, endpoint, pairs: { ...input.pairs, ...pairs }, accepts: ['image/webp'] as const };
      const {
        record: found,
        options: _,
        key: _key,
        location,
        warnings: _warnings,
        ...preview
      } = await stage().renders.preview(subject);
      assert.deepEqual([found, location, preview], [undefined, undefined, { contentType, fileName }]);
    });
});
