import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CannedAcl } from '@tintype/contracts';
import { CallFailed, type GuardedFetch } from '@tintype/runtime';
import { type PutOptions, S3Failure } from '../s3/s3-bucket.js';
import { tryStorage } from './try-storage.js';
import type { UploadTarget } from './upload-targets.js';

const settings = {
  ...{ endpoint: 'https://s3.example/', region: 'r', bucket: 'pictures' },
  ...{ pathStyle: true, prefix: 'a/', publicUrl: null },
};

interface Stage {
  /** The steps that the store refuses. */
  refused?: readonly string[];
  isInstallationStore?: boolean;
  /** How the public URL answers; by default as a bucket that the public reads. */
  status?: number;
  page?: string;
  unreachable?: boolean;
  /** The public reads only what has a list for it. */
  needsAcl?: boolean;
  acl?: CannedAcl;
  /** The store takes no access list. */
  refusesAcl?: boolean;
}

const trialOf = async ({
  refused = [],
  isInstallationStore = false,
  acl = 'private',
  refusesAcl,
  ...open
}: Stage = {}) => {
  const objects = new Map<string, Uint8Array>();
  const lines: object[] = [];
  /** Milliseconds that the requests may take. */
  const limits: number[] = [];
  const isPublic = () => (open.needsAcl ? acl === 'public-read' && !refusesAcl : true);
  const refuse = (step: string) => {
    if (refused.includes(step))
      throw new S3Failure('get', { name: 'AccessDenied', Code: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  };
  const bucket = {
    put: async (name: string, bytes: Uint8Array, how: PutOptions = {}) => {
      limits.push(how.timeoutMs ?? Number.NaN);
      refuse('write');
      if (how.acl && refusesAcl)
        throw new S3Failure('put', {
          name: 'NotImplemented',
          Code: 'NotImplemented',
          $metadata: { httpStatusCode: 501 },
        });
      objects.set(name, bytes);
    },
    get: async (name: string, _: number, { timeoutMs = Number.NaN } = {}) => {
      limits.push(timeoutMs);
      refuse('read');
      return refused.includes('content') ? Buffer.from('<html>') : objects.get(name);
    },
    delete: async (name: string, { timeoutMs = Number.NaN } = {}) => {
      limits.push(timeoutMs);
      refuse('delete');
      objects.delete(name);
    },
  };
  const target: UploadTarget = { id: 't', settings, isInstallationStore, bucket: async () => bucket };
  const fetch: GuardedFetch = async (url, { timeoutMs }) => {
    limits.push(timeoutMs);
    if (!isPublic()) return { status: 403, headers: {}, body: Buffer.alloc(0) };
    if (open.unreachable) throw new CallFailed('target_dns');
    const name = new URL(url).pathname.replace('/pictures/', '');
    const { status = 200, page } = open;
    return { status, headers: {}, body: Buffer.from(page ?? objects.get(name) ?? '') };
  };
  const log = { warn: (line: object) => lines.push(line) };
  const { object, works, uploads, steps, publicRead, access } = await tryStorage({
    account: 'ada',
    target,
    acl,
    log,
    fetch,
  });
  const texts = steps.map(({ error = '' }) => error);
  const done = steps.map((each) => [each.step, each.works]);
  return { object, works, uploads, access, limits, texts, steps: done, stays: objects.size, lines, publicRead };
};

describe('a test of storage', () => {
  it('writes into the folder of pictures, reads and deletes', async () => {
    const { object, works, steps, stays } = await trialOf();
    assert.match(object, /^a\/screenshots\/tintype-test-[0-9a-f]{16}\.txt$/);
    assert.deepEqual([works, steps.length, stays], [true, 3, 0]);
  });

  it('says whether the public can read the object, which uploads do not need', async () => {
    const { object, publicRead } = await trialOf();
    assert.deepEqual(publicRead, { url: `https://s3.example/pictures/${object}`, works: true });
    for (const [stage, error] of [
      [{ status: 403 }, /^The public URL answers 403\. Requests with `s3Redirect` lead to this URL\. Make the bucket/],
      [{ page: '<html>' }, /answers with another file\./],
      [{ unreachable: true }, /cannot be read\. The host name does not resolve\./],
    ] as const) {
      const trial = await trialOf(stage);
      assert.deepEqual([trial.works, trial.publicRead?.works, trial.stays], [true, false, 0]);
      assert.match(trial.publicRead?.error ?? '', error);
    }
    assert.equal((await trialOf({ isInstallationStore: true })).publicRead, undefined);
    assert.equal((await trialOf({ refused: ['write'] })).publicRead, undefined);
  });

  it('says what works for a key that may only write', async () => {
    const { uploads, works, texts } = await trialOf({ refused: ['read', 'delete'] });
    assert.deepEqual([uploads, works], [true, false]);
    assert.match(
      texts[2] ?? '',
      /Uploads need only the right s3:PutObject, not s3:DeleteObject\. The object of this test stays\.$/,
    );
    assert.equal((await trialOf({ refused: ['write'] })).uploads, false);
  });

  it('tries the access list that requests have', async () => {
    const { access, publicRead } = await trialOf({ acl: 'public-read', needsAcl: true });
    assert.deepEqual([access, publicRead?.works], [{ s3Acl: 'public-read', works: true }, true]);
    const none = await trialOf({ needsAcl: true });
    assert.deepEqual([none.access, none.publicRead?.works], [undefined, false]);
    assert.match(
      none.publicRead?.error ?? '',
      /send `s3Acl=public-read` in the request, or set `publicUrl`\. The test's body takes `s3Acl`, too\./,
    );
    const refused = await trialOf({ acl: 'public-read', needsAcl: true, refusesAcl: true });
    assert.deepEqual([refused.uploads, refused.access?.works, refused.publicRead?.works], [true, false, false]);
    assert.match(refused.access?.error ?? '', /refused the access `public-read`/);
  });

  it('ends within 18 s, also where each request takes as long as it may', async () => {
    for (const refused of [[], ['read', 'delete']]) {
      const { limits } = await trialOf({ refused });
      assert.equal(limits.length, 4);
      assert.ok(limits.reduce((sum, ms) => sum + ms, 0) <= 18_000, limits.join(' + '));
    }
  });

  it('ends with a failed write', async () => {
    const { works, steps, texts } = await trialOf({ refused: ['write'] });
    assert.deepEqual([works, steps], [false, [['write', false]]]);
    assert.match(
      texts[0] ?? '',
      /Grant the access key the right s3:PutObject in the bucket `pictures`\. Or correct `key` and `secret`\.$/,
    );
  });

  for (const step of ['read', 'content'])
    it(`deletes its object also after a failed read of its ${step === 'read' ? 'object' : 'content'}`, async () => {
      const { works, uploads, steps, stays, texts } = await trialOf({ refused: [step] });
      assert.deepEqual(steps, [
        ['write', true],
        ['read', false],
        ['delete', true],
      ]);
      // Another content means that nothing is stored.
      assert.deepEqual([works, uploads, stays], [false, step === 'read', 0]);
      assert.match(
        texts[1] ?? '',
        step === 'read'
          ? /Uploads need only the right s3:PutObject, not s3:GetObject\.$/
          : /is an S3-compatible store\.$/,
      );
    });

  it('names no setting of the installation, whose log has the reason', async () => {
    for (const refused of [['write'], ['read', 'delete'], ['content']]) {
      const { texts, lines } = await trialOf({ refused, isInstallationStore: true });
      const errors = texts.filter(Boolean);
      for (const text of errors) assert.match(text, /store of this installation/);
      assert.doesNotMatch(errors.join(), /pictures|`/);
      assert.equal(lines.length, refused.includes('content') ? 0 : errors.length);
    }
  });
});
