import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { streams, subjects } from '@tintype/contracts';
import type { DayOfUsage } from '@tintype/ledger/testing';
import type { Nats } from '@tintype/runtime';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { BearerClient } from '../../../kit/service/bearer-client.js';
import { type Answer, type Service, startService, tester } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

/** Pages whose answers wait for the test. */
const held: ServerResponse[] = [];
const release = () => {
  for (const response of held.splice(0)) response.setHeader('content-type', 'text/html').end('<h1>late</h1>');
};

describe('the limits of an account', () => {
  let site: PageServer;
  let service: Service;
  let admin: Nats;

  before(async () => {
    site = await startPages({
      '/page': html('<h1>page</h1>'),
      '/held': (_, response) => void held.push(response),
    });
    service = await startService({ allow: `127.0.0.1:${site.port}`, apis: 2, nodes: 1 });
    admin = await service.connect();
  });
  after(async () => {
    release();
    await admin?.close();
    await service?.stop();
    await site?.close();
  });

  const get = (path: string, options: Record<string, string> = {}, request = {}) =>
    service.get({ url: site.url(path), ...options }, request);

  /** Changes the account, and waits for both replicas. */
  const change = async (body: Record<string, unknown>, isKnown: () => Promise<boolean>) => {
    const { success } = await service.admin<{ success: boolean }>('', { method: 'PATCH', body });
    assert.ok(success);
    await until('both replicas know the change', isKnown);
  };

  const codeOf = (answer: Answer) => (answer.status === 200 ? 200 : answer.error().code);

  const jobs = async () => {
    const filter = { subjects_filter: subjects.jobsOfAccount('still', 'tester') };
    const { state } = await admin.manager.streams.info(streams.renders, filter);
    return Object.keys(state.subjects ?? {}).length;
  };

  it('admits its limit of renders into the queue over all replicas; more wait', async () => {
    await change({ limits: { concurrentRenders: 2 } }, async () => true);
    const answers = Array.from({ length: 6 }, (_, n) => get('/held', { timestamp: String(n) }, { api: n % 2 }));
    let most = 0;
    let answered = 0;
    for (const answer of answers) void answer.then(() => (answered += 1));
    await until('all are answered', async () => {
      most = Math.max(most, await jobs());
      // One at a time, so that one always waits for its turn.
      if (held.length > 0) release();
      return answered === answers.length;
    });
    assert.deepEqual((await Promise.all(answers)).map(codeOf), [200, 200, 200, 200, 200, 200]);
    // Briefly, one more job for the second replica.
    assert.ok(most >= 2 && most <= 3, `${most} jobs at once`);
    await change({ limits: { concurrentRenders: 'default' } }, async () => true);
  });

  it('counts its requests a second on all replicas together', async () => {
    assert.equal(codeOf(await get('/page')), 200);
    const burst = () => Promise.all(Array.from({ length: 6 }, (_, n) => get('/page', {}, { api: n % 2 })));
    const limited = async () => {
      const answers = await burst();
      const refused = answers.filter(({ status }) => status === 429);
      for (const answer of refused) {
        assert.equal(answer.error().code, 'rate_limited');
        assert.ok(Number(answer.headers.get('retry-after')) >= 1);
        assert.match(answer.headers.get('ratelimit-policy') ?? '', /^"requests";q=2;w=1\b/);
        assert.match(answer.headers.get('ratelimit') ?? '', /^"requests";r=0;t=[12]\b/);
      }
      return refused.length >= 2;
    };
    await change({ limits: { requestsPerSecond: 2 } }, limited);
    await change({ limits: { requestsPerSecond: 'default' } }, async () =>
      (await burst()).every(({ status }) => status === 200),
    );
  });

  it('delivers cached results up to its bandwidth, and reports the bytes', async () => {
    const first = await get('/page', { timestamp: 'bandwidth' });
    assert.equal(first.headers.get('x-cache'), 'MISS');
    const hit = () => get('/page', { timestamp: 'bandwidth' }, { api: 1 });
    await change({ limits: { bandwidthBytesPerDay: 1 } }, async () => codeOf(await hit()) === 'bandwidth_exceeded');
    const refused = await hit();
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 86_400, String(seconds));
    assert.equal(refused.headers.get('ratelimit-policy'), '"bandwidth";q=1;w=86400;qu="content-bytes"');
    assert.match(refused.headers.get('ratelimit') ?? '', /^"bandwidth";r=0;t=\d+$/);
    // A newly rendered result does not count, and a client that has the result gets no bytes.
    assert.equal(codeOf(await get('/page', { timestamp: 'bandwidth2' }, { api: 1 })), 200);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    assert.equal((await get('/page', { timestamp: 'bandwidth' }, { api: 1, headers })).status, 304);
    await change({ limits: { bandwidthBytesPerDay: 'default' } }, async () => codeOf(await hit()) === 200);
    const own = new BearerClient(`http://127.0.0.1:${service.publicPorts[0]}`, tester.id, tester.secret);
    const byAdmin = async () => (await service.admin<{ usage: { days: DayOfUsage[] } }>('/usage')).usage.days.at(-1);
    const byHolder = async (): Promise<DayOfUsage> => (await own.call('GET', '/v1/account/usage')).json.days.at(-1);
    await until(
      'the bytes are in the usage',
      async () => ((await byAdmin())?.deliveredBytes ?? 0) >= first.body.length,
    );
    // A charge may be added between the two answers.
    await until('both routes show the same', async () => isDeepStrictEqual(await byAdmin(), await byHolder()));
    const day = await byAdmin();
    // At least the 304 and one 200 above; renders of this file so far, and no session.
    assert.ok(day && day.cachedAnswers >= 2 && day.renders.image >= 2, JSON.stringify(day));
    assert.deepEqual([day.renders.pdf, day.sessionMinutes, day.credits], [0, 0, day.renders.image]);
  });

  it('ends with its credits; cached results are free', async () => {
    type Shown = { account: { credits: number | null } };
    await change({ credits: 2 }, async () => true);
    const paid = await Promise.all(['a', 'b'].map((timestamp) => get('/page', { timestamp: `credits-${timestamp}` })));
    assert.deepEqual(
      paid.map((answer) => answer.headers.get('x-credits-charged')),
      ['1', '1'],
    );
    await until('they are used up', async () => (await service.admin<Shown>()).account.credits === 0);
    for (const api of [0, 1]) {
      const refused = await get('/page', { timestamp: 'credits-c' }, { api });
      assert.deepEqual([refused.status, refused.error().code], [402, 'credits_exhausted']);
    }
    assert.equal((await get('/page', { timestamp: 'credits-a' })).headers.get('x-cache'), 'HIT');
    const refused = await get('/page', { timestamp: 'credits-a', fresh: 'true' });
    assert.equal(refused.error().code, 'credits_exhausted');
    await change({ credits: 1 }, async () => (await service.admin<Shown>()).account.credits === 1);
    assert.equal(codeOf(await get('/page', { timestamp: 'credits-d' })), 200);
    await change({ credits: null }, async () => true);
  });
});
