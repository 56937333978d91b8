import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { it } from 'node:test';
import { type RenderJob, sealJob } from '@tintype/contracts';
import { JobReader } from './job-reader.js';
import { pairsReader } from './job-secrets.js';

const job: RenderJob = {
  id: 'c0a1e2f3-1111-4222-8333-444455556666',
  class: 'still',
  endpoint: 'image',
  account: 'acme',
  key: 'a'.repeat(64),
  pairs: { url: 'https://example.com/?secret' },
  requestId: 'req_1',
  resultBytes: null,
  deadline: 2,
  publishedAt: 1,
};

it('logs an invalid job once per subject, with its properties but not their values', () => {
  const logged: { subject?: string; fault?: string }[] = [];
  const reader = new JobReader({
    log: { warn: (line: object) => void logged.push(line) },
    readPairs: ({ pairs }) => pairs,
  });
  const read = (subject: string, text: string) => reader.read({ subject, string: () => text });
  assert.deepEqual(read('a', JSON.stringify(job)), job);
  for (let time = 0; time < 3; time += 1)
    assert.equal(read('a', JSON.stringify({ ...job, colour: 'secret' })), undefined);
  assert.equal(read('b', '{"secret'), undefined);
  assert.deepEqual(
    logged.map(({ subject }) => subject),
    ['a', 'b'],
  );
  assert.match(logged[0]?.fault ?? '', /colour/);
  assert.doesNotMatch(JSON.stringify(logged), /secret/);
});

it('leaves a job whose further output was sealed under another key, and logs it once per subject', () => {
  const logged: object[] = [];
  const [own, other] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte))) as [never, never];
  const reader = new JobReader({
    log: { warn: (line: object) => void logged.push(line) },
    readPairs: pairsReader([own]),
  });
  const { id, endpoint, key } = job;
  const sealed = (under: never) => {
    const { pairs, ...rest } = sealJob(under, { ...job, pairs: { httpAuth: 'bWU6c2VjcmV0' } });
    return { ...job, also: [{ id, endpoint, key, pairs, ...(rest.sealed ? { sealed: rest.sealed } : {}) }] };
  };
  const decrypts = (under: never) => reader.decrypts(sealed(under), { subject: 'a' });
  assert.deepEqual([decrypts(own), decrypts(other), decrypts(other)], [true, false, false]);
  assert.equal(logged.length, 1);
  assert.doesNotMatch(JSON.stringify(logged), /bWU6/);
});
