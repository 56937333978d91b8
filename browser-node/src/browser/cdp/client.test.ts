import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { CdpClient } from './client.js';
import { CdpConnection, type CdpMessage } from './connection.js';

const stage = async () => {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  const connection = new CdpConnection(toBrowser, fromBrowser);
  const sent = () =>
    String(toBrowser.read() ?? '')
      .split('\0')
      .filter(Boolean)
      .map((text) => JSON.parse(text) as CdpMessage);
  const say = async (...messages: CdpMessage[]) => {
    fromBrowser.write(messages.map((each) => `${JSON.stringify(each)}\0`).join(''));
    await new Promise(setImmediate);
  };
  const attach = async (root: string, rest: Pick<Parameters<typeof CdpClient.attach>[1], 'isTargetVisible'> = {}) => {
    const heard: CdpMessage[] = [];
    const state = { closed: false };
    const listener = {
      ...rest,
      onMessage: (message: CdpMessage) => heard.push(message),
      onClose: () => {
        state.closed = true;
      },
    };
    const attaching = CdpClient.attach(connection, listener);
    const [{ id } = {}] = sent();
    await say({ id, result: { sessionId: root } } as CdpMessage);
    return { client: await attaching, heard, state };
  };
  return { connection, sent, say, attach, fromBrowser };
};

const attached = (parent: string, child: string): CdpMessage => ({
  sessionId: parent,
  method: 'Target.attachedToTarget',
  params: { sessionId: child },
});

describe('CdpClient', () => {
  it('sees a session as its own connection', async () => {
    const { attach, sent, say } = await stage();
    const { client, heard } = await attach('R');
    client.send({ id: 1, method: 'Browser.getVersion' });
    const [{ id, ...asked } = {}] = sent();
    assert.deepEqual(asked, { method: 'Browser.getVersion', sessionId: 'R' });
    await say({ id: id!, sessionId: 'R', result: {} }, attached('R', 'A'), {
      sessionId: 'A',
      method: 'Page.loadEventFired',
    });
    const { sessionId: _, ...event } = attached('R', 'A');
    assert.deepEqual(heard, [{ id: 1, result: {} }, event, { sessionId: 'A', method: 'Page.loadEventFired' }]);
  });

  it('reaches only the sessions that its own opened', async () => {
    const { attach, sent, say } = await stage();
    const [one, two] = [await attach('R'), await attach('S')];
    await say(attached('R', 'A'), attached('A', 'B'));
    one.client.send({ id: 7, sessionId: 'B', method: 'Runtime.enable' });
    assert.equal(sent().length, 1);
    for (const sessionId of ['A', 'B', 'R', 'nobody']) two.client.send({ id: 8, sessionId, method: 'Runtime.enable' });
    assert.deepEqual(sent(), []);
    assert.deepEqual(
      two.heard.map(({ id, error }) => [id, error?.message]),
      Array.from({ length: 4 }, () => [8, 'Session with given id not found.']),
    );
    await say({ sessionId: 'R', method: 'Target.detachedFromTarget', params: { sessionId: 'A' } });
    one.client.send({ id: 9, sessionId: 'A', method: 'Runtime.enable' });
    assert.deepEqual(sent(), []);
  });

  it('detaches a hidden target without a message to the client', async () => {
    const { attach, sent, say } = await stage();
    const { client, heard } = await attach('R', { isTargetVisible: ({ type }) => type === 'page' });
    const of = (child: string, type: string): CdpMessage => ({
      ...attached('R', child),
      params: { sessionId: child, targetInfo: { type } },
    });
    await say(of('A', 'page'), of('B', 'other'));
    const [goOn] = sent();
    assert.deepEqual([goOn?.method, goOn?.sessionId], ['Runtime.runIfWaitingForDebugger', 'B']);
    await say({ sessionId: 'B', method: 'Inspector.targetCrashed' }, { id: goOn!.id!, sessionId: 'B', result: {} });
    const [detach] = sent();
    assert.deepEqual(
      [detach?.method, detach?.sessionId, detach?.params],
      ['Target.detachFromTarget', 'R', { sessionId: 'B' }],
    );
    await say({ id: detach!.id!, sessionId: 'R', result: {} });
    assert.equal(heard.length, 1);
    client.send({ id: 1, sessionId: 'B', method: 'Runtime.enable' });
    assert.deepEqual([sent(), heard.at(-1)?.error?.message], [[], 'Session with given id not found.']);
  });

  it('may use the same ids as other clients and as we do', async () => {
    const { connection, attach, sent, say } = await stage();
    const [one, two] = [await attach('R'), await attach('S')];
    const ours = connection.browser.send('Target.getTargets');
    const [{ id } = {}] = sent();
    for (const { client } of [one, two]) client.send({ id: id!, method: 'Browser.getVersion' });
    const [ofOne, ofTwo] = sent();
    await say(
      { id: ofTwo!.id!, sessionId: 'S', result: 'two' },
      { id: ofOne!.id!, sessionId: 'R', result: 'one' },
      { id: id!, result: { targetInfos: [] } },
    );
    assert.deepEqual([one.heard, two.heard], [[{ id, result: 'one' }], [{ id, result: 'two' }]]);
    assert.deepEqual(await ours, { targetInfos: [] });
  });

  it('gets its answers even if the browser names another session or none', async () => {
    const { connection, attach, sent, say } = await stage();
    const [one, two] = [await attach('R'), await attach('S')];
    await say(attached('R', 'A'));
    one.heard.splice(0);
    const ours = connection.browser.send('Target.getTargets');
    const [{ id } = {}] = sent();
    const names = [{}, { sessionId: 'A' }, { sessionId: 'S' }, { sessionId: 'nobody' }];
    for (const name of names) {
      one.client.send({ id: id!, sessionId: 'A', method: 'Runtime.enable' });
      const [asked] = sent();
      await say({ id: asked!.id!, ...name, error: { message: 'no' } });
    }
    assert.deepEqual([one.heard, two.heard], [names.map(() => ({ id, sessionId: 'A', error: { message: 'no' } })), []]);
    // An answer to us is not the client's, although it names its session.
    await say({ id: id!, sessionId: 'R', result: { targetInfos: [] } });
    assert.deepEqual([await ours, one.heard.length], [{ targetInfos: [] }, names.length]);
  });

  it('gets no answers for a session that has ended', async () => {
    const { connection, attach, sent, say } = await stage();
    const { client, heard } = await attach('R');
    await say(attached('R', 'A'));
    client.send({ id: 1, sessionId: 'A', method: 'Runtime.enable' });
    const [{ id } = {}] = sent();
    await say({ sessionId: 'R', method: 'Target.detachedFromTarget', params: { sessionId: 'A' } });
    heard.splice(0);
    const ours = connection.browser.send('Target.getTargets');
    await say({ id: id!, result: {} }, { id: id!, sessionId: 'A', result: {} });
    const [{ id: ourId } = {}] = sent();
    await say({ id: ourId!, result: { targetInfos: [] } });
    assert.deepEqual([await ours, heard], [{ targetInfos: [] }, []]);
  });

  it('may have 20,000 commands without an answer, not more', async () => {
    const { attach, sent, say } = await stage();
    const { client, heard } = await attach('R');
    await say(attached('R', 'A'));
    heard.splice(0);
    const ask = (sessionId?: string) => client.send({ id: 7, sessionId, method: 'Runtime.enable' });
    // A command without a session gets an answer without one.
    const refused = () =>
      heard.splice(0).map(({ sessionId, error }) => sessionId ?? (error as { code: number } | undefined)?.code);
    for (let count = 0; count < limits.cdpUnanswered; count += 1) ask(count % 2 === 0 ? undefined : 'A');
    assert.equal(heard.length, 0);
    ask();
    assert.deepEqual(refused(), [-32_000]);
    const [first] = sent();
    await say({ id: first!.id!, sessionId: 'R', result: {} });
    heard.splice(0);
    for (let count = 0; count < 2; count += 1) ask();
    assert.deepEqual(refused(), [-32_000]);
    // Commands of a detached session are never answered.
    await say({ sessionId: 'R', method: 'Target.detachedFromTarget', params: { sessionId: 'A' } });
    heard.splice(0);
    for (let count = 0; count <= limits.cdpUnanswered / 2; count += 1) ask();
    assert.deepEqual(refused(), [-32_000]);
  });

  it('stays after a lost event about activity, and ends after one about state', async (t) => {
    const { connection, attach } = await stage();
    const own = t.mock.method(connection, 'own');
    const { heard, state } = await attach('R');
    // `connection.test.ts` has the events that are too large. The owner gets them with this id.
    const lose = (method: string) => own.mock.calls[0]?.arguments[1]({ id: Number.NaN, sessionId: 'R', method });
    for (const method of ['Runtime.consoleAPICalled', 'Log.entryAdded']) lose(method);
    assert.deepEqual([heard, state.closed], [[], false]);
    lose('Target.targetInfoChanged');
    assert.deepEqual([heard, state.closed], [[], true]);
  });

  it('ends with its sessions, and with its browser', async () => {
    const { attach, sent, say, fromBrowser } = await stage();
    const [one, two] = [await attach('R'), await attach('S')];
    one.client.close();
    assert.deepEqual(
      sent().map(({ method, params }) => [method, params]),
      [['Target.detachFromTarget', { sessionId: 'R' }]],
    );
    await say({ sessionId: 'R', method: 'Target.targetCreated' });
    assert.deepEqual([one.heard, one.state.closed, two.state.closed], [[], true, false]);
    fromBrowser.destroy();
    await new Promise(setImmediate);
    assert.ok(two.state.closed);
  });
});
