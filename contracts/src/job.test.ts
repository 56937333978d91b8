import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outputsOf, type RenderJob, renderJobSchema } from './job.js';
import { renderClasses } from './subjects.js';

const job: RenderJob = {
  id: 'c0a1e2f3-1111-4222-8333-444455556666',
  class: 'still',
  endpoint: 'image',
  account: 'acme',
  key: 'a'.repeat(64),
  pairs: { url: 'https://example.com/', full: 'true' },
  requestId: 'req_1',
  resultBytes: null,
  deadline: 2,
  publishedAt: 1,
};

describe('a job on the queue', () => {
  it('reads as it was written', () => {
    for (const each of renderClasses) {
      const written = { ...job, class: each };
      assert.deepEqual(renderJobSchema.parse(JSON.parse(JSON.stringify(written))), written);
    }
  });

  it('gives an output without secrets none of the first one', () => {
    const { id, key, pairs } = job;
    const also = [{ id, endpoint: 'pdf' as const, key, pairs }];
    assert.deepEqual(
      outputsOf({ ...job, sealed: 'x', also }).map(({ sealed }) => sealed),
      ['x', undefined],
    );
  });

  const unknown: Record<string, object> = {
    'a class that there is not': { class: 'urgent' },
    'an endpoint that there is not': { endpoint: 'video' },
    'an option that is no string': { pairs: { url: 'https://example.com/', full: true } },
    'a key that is no SHA-256': { key: 'a' },
    'a property that there is not': { priority: 1 },
  };
  for (const [what, change] of Object.entries(unknown)) {
    it(`is not read with ${what}`, () => assert.throws(() => renderJobSchema.parse({ ...job, ...change })));
  }

  for (const name of Object.keys(job)) {
    it(`is not read without \`${name}\``, () => {
      const { [name as keyof RenderJob]: _, ...rest } = job;
      assert.throws(() => renderJobSchema.parse(rest));
    });
  }
});
