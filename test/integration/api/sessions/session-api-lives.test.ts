import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Session, sessionSchema } from '@tintype/contracts';
import { type SessionAnswer, SessionApiStage } from '../../../kit/service/session-api-stage.js';
import { until } from '../../../kit/until.js';

const other = { id: 'other', apiKey: 'other-key', secret: 'other-secret' };
const asOther = `${other.id}:${other.secret}`;

const codeOf = ({ status, body }: SessionAnswer) => [status, body.code];
/** Kubernetes gives a container's end in whole seconds: several may end at once. */
const endOf = ({ closedAt }: Session) => Date.parse(closedAt ?? '');

describe('the lives of sessions by REST', { timeout: 600_000 }, () => {
  let stage: SessionApiStage;

  before(async () => {
    stage = await SessionApiStage.start(undefined, [other]);
  });
  afterEach(() => stage.clear());
  after(() => stage?.stop());

  it('show on every replica at once the changes of another', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const [here, there] = turn % 2 ? [0, 1] : [1, 0];
      const id = await stage.create({}, { api: here! });
      assert.equal((await stage.get(id, { api: there! })).status, 'active');
      const listed = await stage.call('GET', '?status=active', { api: there! });
      assert.deepEqual(
        listed.body.sessions.map(({ id }: { id: string }) => id),
        [id],
      );
      const closed = await stage.call('DELETE', `/${id}`, { api: there! });
      assert.equal(closed.status, 200);
      const after = await stage.call('GET', `/${id}`, { api: here! });
      assert.deepEqual(after.body, closed.body);
      assert.deepEqual((await stage.call('GET', '?status=active', { api: here! })).body.sessions, []);
      const { body } = await stage.call('GET', '?status=closed&limit=1', { api: here! });
      assert.deepEqual(body.sessions[0], closed.body.session);
    }
  });

  it('close a session with its final figures, those of its charge, and repeat them', async () => {
    const id = await stage.create({ maxTtlSeconds: 600 });
    const { status, body } = await stage.call('DELETE', `/${id}`);
    assert.equal(status, 200);
    const { session } = body;
    assert.deepEqual(session, sessionSchema.parse(session));
    assert.deepEqual(
      [session.status, session.closeReason, session.billedCredits, session.accruedCredits],
      ['closed', 'deleted', 1, 1],
    );
    assert.deepEqual([session.actionCount, session.actionSuccessCount, session.actionErrorCount], [3, 2, 1]);
    await until('it is charged', async () => (await stage.charge(id)) !== undefined);
    const charge = await stage.charge(id);
    assert.equal(Date.parse(charge?.endedAt ?? ''), Date.parse(session.closedAt ?? ''));
    assert.equal(charge?.credits, session.billedCredits);
    await until('its object is gone', async () => (await stage.object(id)) === undefined);
    assert.deepEqual((await stage.call('DELETE', `/${id}`, { api: 1 })).body, body);
    assert.deepEqual((await stage.call('GET', `/${id}`, { api: 1 })).body, body);
    assert.deepEqual(await stage.charge(id), charge);
    const { usage } = await stage.service.admin<{ usage: { total: { credits: number } } }>('/usage');
    assert.ok(usage.total.credits >= 1);
  });

  it('close a session without an operator', async () => {
    const id = await stage.create();
    await stage.stopOperator();
    const { status, body } = await stage.call('DELETE', `/${id}`);
    assert.equal(status, 200);
    assert.deepEqual([body.session.status, body.session.billedCredits], ['closed', 1]);
    assert.equal(stage.kubelet.machineOf(id)?.isOpen, false);
    // Each read, at any time, shows the same end.
    assert.deepEqual(await stage.get(id, { api: 1 }), body.session);
    const { sessions } = (await stage.call('GET', '?status=closed', { api: 1 })).body;
    assert.deepEqual(
      sessions.find((each: { id: string }) => each.id === id),
      body.session,
    );
    const machine = stage.kubelet.machineOf(id)!;
    await stage.kubelet.do(machine, (node) => node.kill(machine));
    assert.deepEqual(await stage.get(id, { api: 1 }), body.session);
    await stage.startOperator();
    await until('it is charged', async () => (await stage.charge(id)) !== undefined);
    assert.deepEqual(await stage.get(id), body.session);
  });

  it('report a closing session whose browser does not answer', async () => {
    const id = await stage.create();
    stage.pods.silent.add('close');
    const machine = stage.kubelet.machineOf(id)!;
    machine.hang();
    try {
      assert.deepEqual(codeOf(await stage.call('DELETE', `/${id}`)), [504, 'timeout']);
      assert.equal((await stage.get(id)).status, 'closed');
      await stage.kubelet.do(machine, (node) => node.kill(machine));
      const again = await stage.call('DELETE', `/${id}`);
      assert.deepEqual([again.status, again.body.session.status], [200, 'closed']);
    } finally {
      stage.pods.silent.clear();
    }
  });

  it('show a session that has expired, or whose browser has crashed', async () => {
    const short = await stage.create({ maxTtlSeconds: 1 });
    const crashed = await stage.create();
    const machine = stage.kubelet.machineOf(crashed)!;
    await stage.kubelet.do(machine, (node) => node.end(machine, true));
    for (const [id, status, reason] of [
      [short, 'expired', 'expired'],
      [crashed, 'error', 'browser_crashed'],
    ] as const) {
      await until('it is charged', async () => (await stage.charge(id)) !== undefined);
      const session = await stage.get(id);
      assert.deepEqual([session.status, session.closeReason, session.billedCredits], [status, reason, 1]);
      await until('it is listed', async () => {
        const { body } = await stage.call('GET', `?status=${status}`);
        return body.sessions.some((each: { id: string }) => each.id === id);
      });
    }
    // The object stays until the operator removes it; then only its charge is left.
    const session = await stage.get(short);
    await until('its object is gone', async () => (await stage.object(short)) === undefined);
    assert.deepEqual(await stage.get(short), session);
  });

  it('answer 404 for sessions of other accounts and unknown ids', async () => {
    const id = await stage.create();
    const closed = await stage.create();
    await stage.call('DELETE', `/${closed}`);
    const ids = [id, closed, 'sess_00000000-0000-4000-8000-000000000000', 'sess_', 'x', 'sess_A', 'sess_a.b'];
    for (const each of ids) {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/actions'],
      ] as const) {
        const answer = await stage.call(method, `/${each}${path}`, {
          as: asOther,
          body: method === 'POST' ? { type: 'title' } : undefined,
        });
        assert.deepEqual([each, method, ...codeOf(answer)], [each, method, 404, 'session_not_found']);
      }
    }
    assert.deepEqual((await stage.call('GET', '', { as: asOther })).body.sessions, []);
    assert.equal((await stage.get(id)).status, 'active');
  });

  it('list in pages, active ones first, and then the latest', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await stage.create());
    const closed: Session[] = [];
    for (const id of ids.slice(0, 3)) closed.push((await stage.call('DELETE', `/${id}`)).body.session);
    const latestFirst = closed.sort((one, other) => endOf(other) - endOf(one) || other.id.localeCompare(one.id, 'en'));
    const expected = [ids[4], ids[3], ...latestFirst.map(({ id }) => id)];
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await stage.call('GET', `?limit=2&cursor=${cursor}`, { api: page % 2 });
      seen.push(...body.sessions.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    assert.deepEqual(seen.slice(0, 5), expected);
    assert.equal(new Set(seen).size, seen.length);
    const all = await stage.call('GET', '?limit=100');
    assert.deepEqual(
      all.body.sessions.slice(0, 5).map(({ id }: { id: string }) => id),
      expected,
    );
    assert.equal(all.body.nextCursor, null);
    for (const session of all.body.sessions) assert.deepEqual(session, sessionSchema.parse(session));
    const active = await stage.call('GET', '?status=active');
    assert.deepEqual(
      active.body.sessions.map(({ id }: { id: string }) => id),
      expected.slice(0, 2),
    );
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'status=open',
      'cursor=nonsense',
      'limit=1&limit=2',
      'status=closed&status=error',
    ])
      assert.deepEqual(codeOf(await stage.call('GET', `?${query}`)), [400, 'invalid_request'], query);
  });
});
