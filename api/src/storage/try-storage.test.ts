import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallFailed, type GuardedFetch } from '@tintype/runtime';
import { S3Failure } from '../blobs/s3-bucket.js';
import { tryStorage } from './try-storage.js';
import type { UploadTarget } from './upload-targets.js';

const settings = {
  ...{ endpoint: 'https://s3.example/', region: 'r', bucket: 'pictures' },
  ...{ pathStyle: true, prefix: 'a/', publicUrl: null },
};

interface Stage {
  /** The steps that the store refuses. */
  refused?: readonly string[];
  isOperators?: boolean;
  /** How the public URL answers; by default as a bucket that the public reads. */
  status?: number;
  page?: string;
  unreachable?: boolean;
}

const trialOf = async ({ refused = [], isOperators = false, ...open }: Stage = {}) => {
  const objects = new Map<string, Uint8Array>();
  const lines: object[] = [];
  const refuse = (step: string) => {
    if (refused.includes(step))
      throw new S3Failure('get', { name: 'AccessDenied', Code: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  };
  const bucket = {
    put: async (name: string, bytes: Uint8Array) => {
      refuse('write');
      objects.set(name, bytes);
    },
    get: async (name: string) => {
      refuse('read');
      return refused.includes('content') ? Buffer.from('<html>') : objects.get(name);
    },
    delete: async (name: string) => {
      refuse('delete');
      objects.delete(name);
    },
  };
  const target: UploadTarget = { id: 't', settings, isOperators, bucket: async () => bucket };
  const fetch: GuardedFetch = async (url) => {
    if (open.unreachable) throw new CallFailed('target_dns');
    const name = new URL(url).pathname.replace('/pictures/', '');
    const { status = 200, page } = open;
    return { status, headers: {}, body: Buffer.from(page ?? objects.get(name) ?? '') };
  };
  const log = { warn: (line: object) => lines.push(line) };
  const { object, works, steps, publicRead } = await tryStorage({ target, log, fetch });
  const texts = steps.map(({ error = '' }) => error);
  const done = steps.map((each) => [each.step, each.works]);
  return { object, works, texts, steps: done, stays: objects.size, lines, publicRead };
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
      [{ status: 403 }, /^The public URL answers 403\. Redirects of `s3Redirect` lead there\. Allow the public/],
      [{ page: '<html>' }, /answers with another file\./],
      [{ unreachable: true }, /cannot be read\. The host name does not resolve\./],
    ] as const) {
      const trial = await trialOf(stage);
      assert.deepEqual([trial.works, trial.publicRead?.works, trial.stays], [true, false, 0]);
      assert.match(trial.publicRead?.error ?? '', error);
    }
    assert.equal((await trialOf({ isOperators: true })).publicRead, undefined);
    assert.equal((await trialOf({ refused: ['write'] })).publicRead, undefined);
  });

  it('ends with a failed write', async () => {
    const { works, steps, texts } = await trialOf({ refused: ['write'] });
    assert.deepEqual([works, steps], [false, [['write', false]]]);
    assert.match(
      texts[0] ?? '',
      /Allow the key s3:PutObject in the bucket `pictures`, or correct `key` and `secret`\.$/,
    );
  });

  for (const step of ['read', 'content'])
    it(`deletes its object also after a failed read of its ${step === 'read' ? 'object' : 'content'}`, async () => {
      const { works, steps, stays, texts } = await trialOf({ refused: [step] });
      assert.deepEqual(steps, [
        ['write', true],
        ['read', false],
        ['delete', true],
      ]);
      assert.deepEqual([works, stays], [false, 0]);
      assert.match(texts[1] ?? '', /Uploads need only s3:PutObject\.$/);
    });

  it('names no setting of the operator, whose log has the reason', async () => {
    for (const refused of [['write'], ['read', 'delete'], ['content']]) {
      const { texts, lines } = await trialOf({ refused, isOperators: true });
      const errors = texts.filter(Boolean);
      for (const text of errors) assert.match(text, /store of this installation/);
      assert.doesNotMatch(errors.join(), /pictures|`/);
      assert.equal(lines.length, refused.includes('content') ? 0 : errors.length);
    }
  });
});
