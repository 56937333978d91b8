import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type BrowserSession, sessionId } from '@tintype/crds';
import { untilReady } from '../../../kit/service/service.js';
import { type SessionAnswer, SessionApiStage, type SessionRequest } from '../../../kit/service/session-api-stage.js';
import { until } from '../../../kit/until.js';

const codeOf = ({ status, body }: SessionAnswer) => [status, body.code];

describe('an Idempotency-Key', { timeout: 600_000 }, () => {
  let stage: SessionApiStage;

  before(async () => {
    stage = await SessionApiStage.start();
  });
  afterEach(async () => {
    stage.kubelet.node.makesReady = true;
    stage.pods.silent.clear();
    await stage.clear();
  });
  after(() => stage?.stop());

  const create = (key: string, body: unknown = {}, request: SessionRequest = {}) =>
    stage.call('POST', '', { ...request, body, headers: { 'idempotency-key': key } });

  /** Waits for its end. */
  const chargedFor = async (session: string) => {
    await until('it is charged', async () => (await stage.charge(session)) !== undefined);
    return (await stage.charge(session))?.credits;
  };

  const objects = async () => (await stage.objects.store.list('BrowserSession', {})).items;

  it('answers the same session again, on every replica, and after a restart', async () => {
    const key = randomUUID();
    const first = await create(key, { maxTtlSeconds: 300 });
    assert.equal(first.status, 201);
    const again = await create(key, { maxTtlSeconds: 300 }, { api: 1 });
    assert.deepEqual([again.status, again.body], [201, first.body]);
    const [api] = stage.service.apis;
    await api?.child.stop(10_000);
    await untilReady(await stage.service.startApi(0));
    assert.deepEqual((await create(key, { maxTtlSeconds: 300 })).body, first.body);
    assert.equal((await objects()).length, 1);
  });

  it('answers it after its end', async () => {
    const key = randomUUID();
    const { body } = await create(key);
    await stage.call('DELETE', `/${body.sessionId}`);
    const again = await create(key, {}, { api: 1 });
    assert.deepEqual([again.status, again.body.sessionId, again.body.session.status], [201, body.sessionId, 'closed']);
    await until('its object is gone', async () => (await objects()).length === 0);
    const later = await create(key);
    assert.deepEqual([later.status, later.body], [201, again.body]);
  });

  it('answers it even if the account could not open another', async () => {
    const [plain, proxied, unused] = [randomUUID(), randomUUID(), randomUUID()];
    await stage.service.admin('/proxy', { method: 'PUT', body: { url: 'http://u:p@proxy.example:3128' } });
    const first = await create(plain);
    const other = await create(proxied, { proxy: true });
    assert.deepEqual([first.status, other.status], [201, 201]);
    await stage.service.admin('/proxy', { method: 'DELETE' });
    await until('the api knows', async () => (await stage.call('POST', '', { body: { proxy: true } })).status === 400);
    assert.deepEqual((await create(proxied, { proxy: true })).body, other.body);
    await stage.service.admin('', { method: 'PATCH', body: { credits: 0 } });
    await until('the api knows', async () => {
      const { status, body } = await stage.call('POST', '');
      if (status === 201) await stage.call('DELETE', `/${body.sessionId}`);
      return status === 402;
    });
    assert.deepEqual((await create(plain)).body, first.body);
    // A refusal leaves the key unused.
    assert.deepEqual(codeOf(await create(unused)), [402, 'credits_exhausted']);
    await stage.service.admin('', { method: 'PATCH', body: { credits: null } });
    await until('the api knows', async () => (await create(unused, { maxTtlSeconds: 60 })).status === 201);
  });

  it('opens one session for simultaneous requests', async () => {
    const key = randomUUID();
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((api) => create(key, {}, { api })));
    for (const answer of answers) assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.equal(new Set(answers.map(({ body }) => body.sessionId)).size, 1);
    assert.equal((await objects()).length, 1);
  });

  it('is refused with another body, and belongs to its account', async () => {
    const key = randomUUID();
    await create(key, { maxTtlSeconds: 300 });
    const { status, body } = await create(key, { maxTtlSeconds: 301 }, { api: 1 });
    assert.deepEqual([status, body.code], [400, 'invalid_request']);
    assert.match(body.error, /another body/);
    // The same body, spelled another way.
    assert.equal((await create(key, { proxy: false, maxTtlSeconds: 300 })).status, 201);
    for (const wrong of ['a b', 'x'.repeat(256)])
      assert.deepEqual(codeOf(await create(wrong)), [400, 'invalid_request']);
  });

  it('answers it while its costs are unknown', async () => {
    const key = randomUUID();
    const { body } = await create(key);
    stage.pods.silent.add('close');
    const machine = stage.kubelet.machineOf(body.sessionId)!;
    machine.hang();
    assert.deepEqual(codeOf(await stage.call('DELETE', `/${body.sessionId}`)), [504, 'timeout']);
    const again = await create(key, {}, { api: 1 });
    assert.deepEqual([again.status, again.body.sessionId, again.body.session.status], [201, body.sessionId, 'closed']);
    await stage.kubelet.do(machine, (node) => node.kill(machine));
  });

  it('answers it if it was returned and ended free', async () => {
    const key = randomUUID();
    const { body } = await create(key);
    const machine = stage.kubelet.machineOf(body.sessionId)!;
    // Without a report of its pod.
    machine.written = undefined;
    await stage.kubelet.do(machine, (node) => node.kill(machine));
    assert.equal(await chargedFor(body.sessionId), 0);
    for (const api of [0, 1]) {
      const again = await create(key, {}, { api });
      assert.deepEqual([again.status, again.body.sessionId, again.body.session.status], [201, body.sessionId, 'error']);
    }
  });

  /** A session whose client left while its pod was starting. */
  const started = async (key: string) => {
    stage.kubelet.node.makesReady = false;
    const leaving = new AbortController();
    const answer = create(key, {}, { signal: leaving.signal });
    const bound = async () => (await objects()).find(({ status }) => status?.phase === 'Binding');
    const machineOf = (object?: BrowserSession) => stage.kubelet.node.machines.get(object?.status?.pod?.uid ?? '');
    await until('it is begun', async () => machineOf(await bound()) !== undefined);
    leaving.abort();
    await assert.rejects(answer);
    const object = (await bound())!;
    return { object, machine: machineOf(object)! };
  };

  /** A session whose client left before it was open. */
  const begun = async (key: string) => {
    const { object, machine } = await started(key);
    stage.kubelet.node.makesReady = true;
    await stage.kubelet.do(machine, (node) => node.makeReady(machine));
    return { object, machine };
  };

  it('keeps a session for a client that left and retries', async () => {
    const key = randomUUID();
    const { object } = await begun(key);
    const again = await create(key, {}, { api: 1 });
    assert.equal(again.status, 201);
    assert.deepEqual(
      (await objects()).map(({ metadata }) => metadata.uid),
      [object.metadata.uid],
    );
    assert.equal(stage.kubelet.machineOf(again.body.sessionId)?.confirmed, true);
  });

  const abandon = (key: string, request: SessionRequest = {}) =>
    stage.call('DELETE', '', { ...request, headers: { 'idempotency-key': key } });

  it('is abandoned: its session is closed, and later creates are refused', async () => {
    const [opened, starting, unsent] = [randomUUID(), randomUUID(), randomUUID()];
    const { body } = await create(opened);
    const closed = await abandon(opened, { api: 1 });
    const { id, status, billedCredits } = closed.body.session;
    assert.deepEqual([closed.status, id, status, billedCredits], [200, body.sessionId, 'closed', 1]);
    await started(starting);
    for (const key of [starting, unsent]) assert.deepEqual((await abandon(key)).body, { success: true, session: null });
    await until('no object is left', async () => (await objects()).length === 0);
    for (const key of [opened, starting, unsent]) {
      const late = await create(key, {}, { api: 1 });
      assert.deepEqual(codeOf(late), [400, 'invalid_request']);
      assert.match(late.body.error, /abandoned/);
    }
    assert.deepEqual((await abandon(opened)).body.session, closed.body.session);
    assert.deepEqual(codeOf(await stage.call('DELETE', '')), [400, 'invalid_request']);
  });

  it('opens another session if the last one was never returned', async () => {
    const key = randomUUID();
    // Its api may see the open session before it sees that its client left.
    stage.pods.silent.add('confirm');
    const { object, machine } = await begun(key);
    await until('it is open', async () => machine.isOpen && (await objects())[0]?.status?.phase === 'Active');
    await stage.kubelet.do(machine, (node) => node.kill(machine));
    assert.equal(await chargedFor(sessionId(object)), 0);
    stage.pods.silent.clear();
    const again = await create(key, {}, { api: 1 });
    assert.equal(again.status, 201);
    assert.notEqual(again.body.sessionId, sessionId(object));
    assert.deepEqual((await create(key)).body, again.body);
  });
});
