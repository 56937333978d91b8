import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { type SessionAnswer, SessionApiStage } from '../../../kit/service/session-api-stage.js';
import { until } from '../../../kit/until.js';

const codeOf = ({ status, body }: SessionAnswer) => [status, body.code];

describe('actions by REST', { timeout: 600_000 }, () => {
  let stage: SessionApiStage;
  let usual: SessionApiStage['pods']['act'];

  before(async () => {
    stage = await SessionApiStage.start();
    usual = stage.pods.act;
  });
  afterEach(async () => {
    stage.pods.silent.clear();
    stage.pods.act = usual;
    await stage.clear();
  });
  after(() => stage?.stop());

  const act = (id: string, body: unknown, request = {}) => stage.call('POST', `/${id}/actions`, { body, ...request });

  it('run in the pod at once, through any replica', async () => {
    for (const [here, there] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const id = await stage.create({ maxTtlSeconds: 100 }, { api: here });
      const { status, body } = await act(
        id,
        { type: 'goto', payload: { url: 'https://example.com/' } },
        { api: there },
      );
      assert.equal(status, 200);
      const { expiresInSeconds, ...rest } = body;
      assert.deepEqual(rest, { success: true, did: 'goto', payload: { url: 'https://example.com/' } });
      assert.ok(expiresInSeconds > 0 && expiresInSeconds <= 100);
      assert.ok(stage.pods.calls.includes(`act ${id}`));
    }
  });

  it('give the pod an empty payload for none, and for an empty list', async () => {
    const id = await stage.create();
    for (const payload of [undefined, {}, []])
      assert.deepEqual((await act(id, { type: 'title', payload })).body.payload, {});
  });

  it('say what to do if they are refused or not answered', async () => {
    const id = await stage.create();
    const stranger = await act(id, { type: 'title' }, { as: 'nobody:x' });
    assert.deepEqual(codeOf(stranger), [401, 'invalid_credentials']);
    assert.match(stranger.body.error, /Send `Authorization: Bearer <base64 of user_id:secret>`/);
    stage.pods.act = () => ({ status: 500, body: {} });
    const unanswered = await act(id, { type: 'title' });
    assert.deepEqual(codeOf(unanswered), [504, 'timeout']);
    assert.match(unanswered.body.error, / Fetch the session before you try again\.$/);
  });

  it('give the pod the time of their type', async () => {
    const id = await stage.create();
    const given: number[] = [];
    stage.pods.act = ({ deadlineMs }) => {
      given.push(deadlineMs);
      return { status: 200, body: {} };
    };
    await act(id, { type: 'title' });
    assert.deepEqual(given, [30_000]);
  });

  it('are refused where the body is wrong', async () => {
    const id = await stage.create();
    const bodies = [
      {},
      [],
      { type: 7 },
      { type: 'a b' },
      { type: 'title', payload: 7 },
      { type: 'title', payload: [1] },
      { type: 'dance' },
      { type: 'goto', payload: { url: 'file:///etc/passwd' } },
    ];
    const deep = `{"type":"title","payload":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    for (const body of [...bodies, { type: 'title', more: 1 }, '{', deep])
      assert.deepEqual(codeOf(await act(id, body)), [400, 'invalid_request'], JSON.stringify(body).slice(0, 200));
    assert.equal((await act(id, { type: 'title', payload: { text: 'x'.repeat(2 ** 20) } })).status, 413);
    assert.equal((await stage.get(id)).status, 'active');
  });

  it('fail with the pod’s error, and never with one that clients do not know', async () => {
    const id = await stage.create();
    const failure = (status: number, body: unknown) => {
      stage.pods.act = () => ({ status, body });
    };
    failure(400, { code: 'invalid_request', error: 'There is nothing to go back to.' });
    const refused = await act(id, { type: 'back' });
    assert.deepEqual(
      [...codeOf(refused), refused.body.error],
      [400, 'invalid_request', 'There is nothing to go back to.'],
    );
    failure(429, { code: 'rate_limited', error: 'More than 32 actions wait.' });
    const limited = await act(id, { type: 'title' });
    assert.deepEqual([...codeOf(limited), limited.headers.get('retry-after')], [429, 'rate_limited', '1']);
    for (const [status, body] of [
      [500, { code: 'secret', error: '/etc/passwd' }],
      [200, 'text'],
      [401, {}],
      // Another pod at the address; its refusal is no statement about the client's key.
      [401, { code: 'invalid_credentials', error: 'The credentials are missing or wrong.' }],
    ] as const) {
      failure(status, body);
      const answer = await act(id, { type: 'title' });
      assert.deepEqual(codeOf(answer), [504, 'timeout']);
      assert.ok(!JSON.stringify(answer.body).includes('passwd'));
    }
    // The api decides `success`, not the pod.
    failure(200, { success: false, expiresInSeconds: 1e9, title: 'x' });
    const { body } = await act(id, { type: 'title' });
    assert.equal(body.success, true);
    assert.ok(body.expiresInSeconds <= 900);
  });

  it('stream a long answer to its end', async () => {
    const id = await stage.create();
    const content = '中"'.repeat(2 ** 21);
    stage.pods.act = () => ({ status: 200, body: { success: false, content, expiresInSeconds: 1e9 } });
    const { status, headers, body } = await act(id, { type: 'content' });
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8']);
    assert.deepEqual([body.success, body.content === content], [true, true]);
    assert.ok(body.expiresInSeconds <= 900);
  });

  it('drop a long answer that the client does not read', async () => {
    const id = await stage.create();
    stage.pods.act = () => ({ status: 200, body: { content: 'x'.repeat(limits.actionAnswerBytes - 1000) } });
    const leaving = new AbortController();
    await stage.send('POST', `/${id}/actions`, { body: { type: 'content' }, signal: leaving.signal });
    leaving.abort();
    await until('the pod hears of it', () => stage.pods.hungUp.includes(`act ${id}`));
    stage.pods.act = usual;
    assert.equal((await act(id, { type: 'title' })).status, 200);
  });

  it('abort an answer whose pod ends in the middle', async () => {
    const id = await stage.create();
    stage.pods.act = () => ({ status: 200, body: { content: 'x'.repeat(limits.actionAnswerBytes - 1000) } });
    const answer = await stage.send('POST', `/${id}/actions`, { body: { type: 'content' } });
    stage.pods.breakOff();
    await assert.rejects(answer.json());
  });

  it('refuse an answer that is too large, at once', async () => {
    const id = await stage.create();
    for (const [status, bytes] of [
      [200, limits.actionAnswerBytes + 2 ** 20],
      [504, 4 * limits.actionErrorBytes],
    ] as const) {
      stage.pods.act = () => ({
        status,
        body: { code: 'timeout', error: 'x', details: { results: ['x'.repeat(bytes)] } },
      });
      const { body, ...refused } = await act(id, { type: 'content' });
      assert.deepEqual([refused.status, body.code], [422, 'result_too_large']);
      assert.match(body.error, /^The answer of the browser is too large/);
    }
  });

  it('answer 409 with the session when it is over', async () => {
    const closed = await stage.create();
    await stage.call('DELETE', `/${closed}`);
    const crashed = await stage.create();
    const machine = stage.kubelet.machineOf(crashed)!;
    await stage.kubelet.do(machine, (node) => node.end(machine, true));
    await until('the operator knows', async () => (await stage.get(crashed)).status !== 'active');
    for (const [id, status] of [
      [closed, 'closed'],
      [crashed, 'error'],
    ] as const) {
      for (const api of [0, 1]) {
        const answer = await act(id, { type: 'title' }, { api });
        assert.deepEqual(codeOf(answer), [409, 'session_not_active']);
        assert.deepEqual([answer.body.session.id, answer.body.session.status], [id, status]);
      }
    }
  });

  it('answer 409 with the session’s state when only its pod knows that it is over', async () => {
    const stopped = await stage.create();
    const crashed = await stage.create();
    const expired = await stage.create({ maxTtlSeconds: 5 });
    await stage.stopOperator();
    try {
      const machine = stage.kubelet.machineOf(stopped)!;
      stage.kubelet.close(machine.pod.uid, stopped);
      const other = stage.kubelet.machineOf(crashed)!;
      await stage.kubelet.do(other, (node) => node.end(other, true));
      await until('its time is over', () => stage.kubelet.machineOf(expired)?.isOpen === false);
      for (const [id, status] of [
        [stopped, 'error'],
        [crashed, 'error'],
        [expired, 'expired'],
      ] as const) {
        const answer = await act(id, { type: 'title' });
        assert.deepEqual(codeOf(answer), [409, 'session_not_active']);
        assert.deepEqual([answer.body.session.id, answer.body.session.status], [id, status]);
        // Each later read shows the same session.
        assert.deepEqual(await stage.get(id, { api: 1 }), answer.body.session);
      }
      assert.deepEqual((await stage.call('GET', '?status=active')).body.sessions, []);
    } finally {
      await stage.startOperator();
    }
  });

  it('answer 409 when the program of the pod ends under them', async () => {
    const id = await stage.create();
    stage.pods.silent.add('act');
    const answer = act(id, { type: 'title' });
    await until('the pod is asked', () => stage.pods.calls.at(-1) === `act ${id}`);
    const machine = stage.kubelet.machineOf(id)!;
    machine.hang();
    stage.pods.breakOff();
    await until('the api asks how it stands', () => stage.pods.calls.at(-1) === `read ${id}`);
    await stage.kubelet.do(machine, (node) => node.kill(machine));
    const { status, body } = await answer;
    assert.deepEqual([status, body.code, body.session?.status], [409, 'session_not_active', 'error']);
  });

  it('answer 504 if the pod does not answer, and the session stays', async () => {
    const id = await stage.create();
    const machine = stage.kubelet.machineOf(id)!;
    machine.hang();
    assert.deepEqual(codeOf(await act(id, { type: 'title' })), [504, 'timeout']);
    machine.isHung = false;
    assert.equal((await act(id, { type: 'title' })).status, 200);
  });

  it('are aborted when their client leaves', async () => {
    const id = await stage.create();
    stage.pods.silent.add('act');
    const leaving = new AbortController();
    const answer = act(id, { type: 'title' }, { signal: leaving.signal });
    await until('the pod is asked', () => stage.pods.calls.at(-1) === `act ${id}`);
    leaving.abort();
    await assert.rejects(answer);
    await until('the pod hears of it', () => stage.pods.hungUp.includes(`act ${id}`));
  });

  it('show a session whose pod does not answer', async () => {
    const id = await stage.create();
    stage.pods.silent.add('read');
    const never = await stage.get(id);
    assert.deepEqual([never.status, never.actionCount], ['active', 0]);
    stage.pods.silent.clear();
    const said = await stage.get(id);
    assert.equal(said.actionCount, 7);
    stage.pods.silent.add('read');
    const { actionCount, actionBreakdown } = await stage.get(id);
    assert.deepEqual([actionCount, actionBreakdown], [said.actionCount, said.actionBreakdown]);
  });
});
