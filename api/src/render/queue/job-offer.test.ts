import assert from 'node:assert/strict';
import { createSecretKey, randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { type Endpoint, type RenderJob, subjects } from '@tintype/contracts';
import { createLog, isConflict, JetStreamApiError, type Nats, race } from '@tintype/runtime';
import { JobOffer } from './job-offer.js';
import type { RenderRequest } from './render-request.js';

/** What a server answers for a subject that has a message. */
const conflict = new JetStreamApiError({ code: 400, err_code: 10071, description: 'wrong last sequence: 1' });
assert.ok(isConflict(conflict));

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

it('publishes the outputs that the job on their subject does not render, on a subject of their own', async () => {
  const published: { subject: string; outputs: string[] }[] = [];
  const both = Promise.withResolvers<void>();
  const { job } = requestFor('pdf');
  const held = { ...job, id: randomUUID(), publishedAt: 0 };
  const publish = async (subject: string, text: string) => {
    if (subject === subjects.job('still', 'a', keyOf('pdf'))) throw conflict;
    const { endpoint, also = [] } = JSON.parse(text) as RenderJob;
    published.push({ subject, outputs: [endpoint, ...also.map((each) => each.endpoint)] });
    both.resolve();
  };
  const getMessage = async () => ({ string: () => JSON.stringify(held) });
  const offer = new JobOffer({
    nats: { jetstream: { publish }, manager: { streams: { getMessage } } } as unknown as Nats,
    admission: { enter: (_, __, work) => work() },
    jobKey: createSecretKey(Buffer.alloc(32, 1)),
    log: createLog('test', 'silent'),
  });
  const order = ['content', 'pdf', 'image'] as const;
  const places = order.map(() => offer.reserve());
  const seats = order.map((endpoint, at) =>
    places[at]?.take({ request: requestFor(endpoint), onRefused: (error) => both.reject(error) }),
  );
  seats[0]?.renew();
  await both.promise;
  const subject = subjects.job('still', 'a', keyOf('image'));
  assert.deepEqual(published, [{ subject, outputs: ['image', 'content'] }]);
});

it('leaves the line when its request is withdrawn, and publishes nothing', async () => {
  const withdrawn = new AbortController();
  const refused = Promise.withResolvers<unknown>();
  const offer = new JobOffer({
    nats: { jetstream: { publish: () => assert.fail() } } as unknown as Nats,
    admission: { enter: (_, signal) => race(new Promise(() => undefined), signal) },
    jobKey: createSecretKey(Buffer.alloc(32, 1)),
    log: createLog('test', 'silent'),
  });
  const request = { ...requestFor('image'), withdrawn: withdrawn.signal };
  const seat = offer.reserve().take({ request, onRefused: refused.resolve });
  seat.renew();
  withdrawn.abort(new Error('cancelled'));
  assert.equal(await refused.promise, withdrawn.signal.reason);
});

it('asks once a renewal if the job on its subject renders something else', async () => {
  let publishes = 0;
  const asked = Promise.withResolvers<void>();
  const publish = async () => {
    publishes += 1;
    if (publishes > 3) throw new Error('It asks without a pause.');
    throw conflict;
  };
  const held = { ...requestFor('content').job, id: randomUUID(), publishedAt: 0 };
  const getMessage = async () => {
    setImmediate(() => setImmediate(asked.resolve));
    return { string: () => JSON.stringify(held) };
  };
  const offer = new JobOffer({
    nats: { jetstream: { publish }, manager: { streams: { getMessage } } } as unknown as Nats,
    admission: { enter: (_, __, work) => work() },
    jobKey: createSecretKey(Buffer.alloc(32, 1)),
    log: createLog('test', 'silent'),
  });
  const seat = offer.reserve().take({ request: requestFor('pdf'), onRefused: asked.reject });
  seat.renew();
  await asked.promise;
  assert.equal(publishes, 1);
});
