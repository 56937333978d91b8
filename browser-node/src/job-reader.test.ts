import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RenderJob } from '@tintype/contracts';
import { JobReader } from './job-reader.js';

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
  const reader = new JobReader({ warn: (line: object) => void logged.push(line) });
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
