import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { it } from 'node:test';
import { type Endpoint, type RenderJob, subjects } from '@tintype/contracts';
import { createLog, type Nats } from '@tintype/runtime';
import { JobOffer } from './job-offer.js';
import type { RenderRequest } from './render-request.js';

const keyOf = (endpoint: Endpoint) => Buffer.from(endpoint.padEnd(32)).toString('hex');

const requestFor = (endpoint: Endpoint): RenderRequest => {
  const what = {
    class: 'still',
    endpoint,
    account: 'a',
    key: keyOf(endpoint),
    pairs: { url: 'https://a.test/' },
  } as const;
  const job = { ...what, requestId: 'r', resultBytes: null, deadline: 0 };
  return { job, deadline: 0, fresh: false, cacheSeconds: 1, concurrentRenders: null };
};

it('publishes one job for several outputs, on the subject of the one that is made last', async () => {
  const published = Promise.withResolvers<{ subject: string; job: RenderJob }>();
  const publish = async (subject: string, text: string) => published.resolve({ subject, job: JSON.parse(text) });
  const offer = new JobOffer({
    nats: { jetstream: { publish }, connection: { publish: () => undefined } } as unknown as Nats,
    admission: { enter: (_, __, work) => work() },
    jobKey: createSecretKey(Buffer.alloc(32, 1)),
    log: createLog('test', 'silent'),
  });
  const order = ['metadata', 'pdf', 'content'] as const;
  const places = order.map(() => offer.reserve());
  const seats = places.map((place, at) =>
    place.take({ request: requestFor(order[at] ?? 'pdf'), onRefused: () => assert.fail() }),
  );
  seats[0]?.renew();
  const { subject, job } = await published.promise;
  assert.equal(subject, subjects.job('still', 'a', keyOf('pdf')));
  assert.deepEqual([job.endpoint, ...(job.also ?? []).map(({ endpoint }) => endpoint)], ['pdf', 'metadata', 'content']);
  assert.ok(seats[1]?.owns(job.id));
});
