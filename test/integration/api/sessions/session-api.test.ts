import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createdSessionSchema, sessionSchema } from '@tintype/contracts';
import { Slots } from '@tintype/ledger';
import { tester } from '../../../kit/service/service.js';
import { type SessionAnswer, SessionApiStage } from '../../../kit/service/session-api-stage.js';
import { until } from '../../../kit/until.js';

const codeOf = ({ status, body }: SessionAnswer) => [status, body.code];

describe('making sessions by REST', { timeout: 600_000 }, () => {
  let stage: SessionApiStage;

  before(async () => {
    stage = await SessionApiStage.start();
  });
  afterEach(() => stage.clear());
  after(() => stage?.stop());

  it('need a secret of the account, in any form', async () => {
    const id = await stage.create();
    const text = Buffer.from(`${tester.id}:${tester.secret}`).toString('base64');
    for (const authorization of [`Bearer ${text}`, `bearer ${text.replace(/=+$/, '')}`]) {
      const answer = await stage.call('GET', `/${id}`, { as: '', headers: { authorization } });
      assert.equal(answer.status, 200, authorization);
    }
    assert.equal((await stage.call('GET', `/${id}`, { as: `${tester.apiKey}:${tester.secret}` })).status, 200);
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/actions`],
    ] as const) {
      for (const as of ['', 'tester:', 'tester:wrong', 'nobody:secret', `other:${tester.secret}`]) {
        const answer = await stage.call(method, path, { as });
        assert.deepEqual([method, path, as, ...codeOf(answer)], [method, path, as, 401, 'invalid_credentials']);
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      }
    }
    assert.equal((await stage.get(id)).status, 'active');
  });

  it('refuse a disabled account, whose sessions are still there when it is enabled again', async () => {
    const id = await stage.create();
    await stage.service.admin('', { method: 'PATCH', body: { disabled: true } });
    await until('every api knows', async () => {
      const answers = await Promise.all([0, 1].map((api) => stage.call('GET', '', { api })));
      return answers.every(({ status }) => status === 403);
    });
    assert.deepEqual(codeOf(await stage.call('POST', '')), [403, 'account_disabled']);
    await stage.service.admin('', { method: 'PATCH', body: { disabled: false } });
    await until('every api knows', async () => {
      const answers = await Promise.all([0, 1].map((api) => stage.call('GET', `/${id}`, { api })));
      return answers.every(({ status }) => status === 200);
    });
  });

  it('open a session, with exactly the contract’s answer', async () => {
    const body = { maxTtlSeconds: 120, bypassBotDetection: true };
    const { status, headers, body: created } = await stage.call('POST', '', { body });
    assert.equal(status, 201);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('server-timing') ?? '', /^browser;dur=\d+\.\d;desc="(warm|cold start)"$/);
    createdSessionSchema.parse(created);
    const { sessionId: id, expiresAt } = created;
    assert.match(id, /^sess_[0-9a-f-]{36}$/);
    const options = { maxTtlSeconds: 120, proxy: false, bypassBotDetection: true, cdp: false };
    assert.deepEqual(created, {
      success: true,
      sessionId: id,
      expiresAt,
      session: { id, status: 'active', expiresAt, ...options },
    });
    const session = await stage.get(id);
    assert.deepEqual(session, sessionSchema.parse(session));
    const { createdAt, startedAt, durationSeconds, ...rest } = session;
    assert.equal(Date.parse(expiresAt) - Date.parse(startedAt), 120_000);
    assert.ok(Date.parse(createdAt) <= Date.now() && durationSeconds >= 0);
    assert.deepEqual(rest, {
      id,
      status: 'active',
      closeReason: null,
      expiresAt,
      closedAt: null,
      billedCredits: 0,
      accruedCredits: 1,
      // Counted by its pod.
      actionCount: 7,
      actionSuccessCount: 6,
      actionErrorCount: 1,
      actionBreakdown: { goto: { total: 7, success: 6, error: 1 } },
      options,
    });
    assert.equal(stage.kubelet.machineOf(id)?.confirmed, true);
  });

  it('ask its pod only for the confirmation', async () => {
    const id = await stage.create();
    assert.deepEqual(
      stage.pods.calls.filter((call) => call.endsWith(id)),
      [`confirm ${id}`],
    );
  });

  it('ask the pod again until it confirms', async () => {
    stage.pods.silent.add('confirm');
    const before = stage.pods.calls.length;
    const answer = stage.call('POST', '');
    await until('the pod is asked', () => stage.pods.calls.slice(before).some((call) => call.startsWith('confirm')));
    stage.pods.silent.clear();
    const { status, body } = await answer;
    assert.equal(status, 201);
    assert.equal(stage.kubelet.machineOf(body.sessionId)?.confirmed, true);
  });

  it('take an empty body, an empty list, and more time than there is', async () => {
    for (const [body, seconds] of [
      [undefined, 900],
      ['', 900],
      ['[]', 900],
      [{ maxTtlSeconds: 5000 }, 900],
      [{ maxTtlSeconds: 1e21 }, 900],
      [{ maxTtlSeconds: 900.5 }, 900],
      [{ maxTtlSeconds: Number.MAX_VALUE }, 900],
      [{ maxTtlSeconds: 1 }, 1],
    ] as const) {
      const answer = await stage.call('POST', '', { body });
      assert.equal(answer.status, 201, JSON.stringify([body, answer.body]));
      assert.equal(answer.body.session.maxTtlSeconds, seconds);
      await stage.call('DELETE', `/${answer.body.sessionId}`);
    }
  });

  it('refuse a wrong body, and name its fault', async () => {
    for (const [body, what] of [
      [
        { maxTTL: 5 },
        /`maxTTL` is unknown\. Did you mean `maxTtlSeconds`\? The properties are maxTtlSeconds, proxy, bypassBotDetection, profile, cdp\.$/,
      ],
      [{ maxTtlSeconds: 0 }, /`maxTtlSeconds` takes a whole number of seconds, 1 or more\./],
      [{ maxTtlSeconds: 1.5 }, /`maxTtlSeconds`/],
      [{ maxTtlSeconds: '60' }, /`maxTtlSeconds`/],
      [{ proxy: 'yes' }, /`proxy` takes true or false/],
      [{ cdp: true, bypassBotDetection: true }, /`cdp` takes false if `bypassBotDetection` is true/],
      [[1], /^The body takes a JSON object such as \{"maxTtlSeconds":300\}\.$/],
      ['{', /JSON/],
      ['7', /JSON object/],
      [{ proxy: true }, /no proxy.*set one with PUT \/v1\/account\/proxy/],
    ] as const) {
      const answer = await stage.call('POST', '', { body });
      assert.deepEqual(codeOf(answer), [400, 'invalid_request'], JSON.stringify(body));
      assert.match(answer.body.error, what);
    }
    assert.deepEqual((await stage.objects.store.list('BrowserSession', {})).items, []);
  });

  it('use the account’s proxy if there is one', async () => {
    await stage.service.admin('/proxy', { method: 'PUT', body: { url: 'http://u:p@proxy.example:3128' } });
    const id = await stage.create({ proxy: true });
    assert.equal((await stage.get(id)).options.proxy, true);
    await stage.service.admin('/proxy', { method: 'DELETE' });
  });

  it('limit the active sessions of an account, and say how many it has', async () => {
    // Only the pod that takes it knows it.
    const body = { limits: { concurrentSessions: 2 } };
    for (const api of [0, 1]) await stage.service.admin('', { method: 'PATCH', body, api });
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((api) => stage.call('POST', '', { api })));
    const opened = answers.filter(({ status }) => status === 201);
    assert.equal(opened.length, 2);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assert.deepEqual(codeOf(answer), [429, 'session_limit']);
      assert.equal(answer.body.maxConcurrentSessions, 2);
      assert.equal(answer.body.activeSessionCount, 2);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      assert.equal(answer.headers.get('ratelimit'), '"sessions";r=0');
    }
    for (const { headers } of answers)
      assert.equal(headers.get('ratelimit-policy'), '"sessions";q=2;qu="concurrent-requests"');
    assert.equal(opened[0]?.headers.get('ratelimit'), null);
    await stage.call('DELETE', `/${opened[0]?.body.sessionId}`);
    assert.equal((await stage.call('POST', '', { api: 1 })).status, 201);
    await stage.service.admin('', { method: 'PATCH', body: { limits: { concurrentSessions: 'default' } } });
  });

  it('open no session without credits', async () => {
    await stage.service.admin('', { method: 'PATCH', body: { credits: 0 } });
    await until('the api knows', async () => (await stage.call('POST', '')).status === 402);
    await stage.service.admin('', { method: 'PATCH', body: { credits: null } });
    await until('the api knows', async () => (await stage.call('POST', '')).status === 201);
  });

  it('take back a session whose client leaves before it is open', async () => {
    stage.kubelet.node.makesReady = false;
    const leaving = new AbortController();
    const answer = stage.call('POST', '', { signal: leaving.signal });
    await until('it is begun', async () => (await stage.objects.store.list('BrowserSession', {})).items.length === 1);
    leaving.abort();
    await assert.rejects(answer);
    await until('it is gone', async () => (await stage.objects.store.list('BrowserSession', {})).items.length === 0);
    await until('its slot is free', async () => (await new Slots(stage.nats).all()).length === 0);
    stage.kubelet.node.makesReady = true;
    const listed = await stage.call('GET', '?limit=1');
    assert.notEqual(listed.body.sessions[0]?.status, 'active');
  });

  it('take back a session whose client leaves at the end', async () => {
    stage.pods.silent.add('confirm');
    const before = stage.pods.calls.length;
    const leaving = new AbortController();
    const answer = stage.call('POST', '', { signal: leaving.signal });
    await until('the pod is asked', () => stage.pods.calls.slice(before).some((call) => call.startsWith('confirm')));
    leaving.abort();
    await assert.rejects(answer);
    stage.pods.silent.clear();
    await until('it is closed', async () => {
      const { items } = await stage.objects.store.list('BrowserSession', {});
      return items.every(({ metadata }) => metadata.deletionTimestamp !== undefined);
    });
    await until('its slot is free', async () => (await new Slots(stage.nats).all()).length === 0);
  });

  it('answer 503 and take the session back when no browser comes up', async () => {
    stage.kubelet.node.makesReady = false;
    const answer = await stage.call('POST', '');
    stage.kubelet.node.makesReady = true;
    assert.deepEqual(codeOf(answer), [503, 'unavailable']);
    assert.ok(answer.headers.get('retry-after'));
    assert.deepEqual((await stage.call('GET', '?status=active')).body.sessions, []);
  });
});
