import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { CdpConnection, type CdpMessage } from './cdp.js';
import { CdpClient } from './cdp-client.js';

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
  const attach = async (root: string, rest: Pick<Parameters<typeof CdpClient.attach>[1], 'mayKnow'> = {}) => {
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
  it('has a connection for itself inside of a session', async () => {
    const { attach, sent, say } = await stage();
    const { client, heard } = await attach('R');
    client.send({ id: 1, method: 'Browser.getVersion' });
    assert.deepEqual(sent(), [{ id: 1, method: 'Browser.getVersion', sessionId: 'R' }]);
    await say({ id: 1, sessionId: 'R', result: {} }, attached('R', 'A'), {
      sessionId: 'A',
      method: 'Page.loadEventFired',
    });
    const { sessionId: _, ...event } = attached('R', 'A');
    assert.deepEqual(heard, [{ id: 1, result: {} }, event, { sessionId: 'A', method: 'Page.loadEventFired' }]);
  });

  it('reaches what has come of its own session, and nothing of others', async () => {
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

  it('lets go of what it may not know, and says nothing of it', async () => {
    const { attach, sent, say } = await stage();
    const { client, heard } = await attach('R', { mayKnow: ({ type }) => type === 'page' });
    const of = (child: string, type: string): CdpMessage => ({
      ...attached('R', child),
      params: { sessionId: child, targetInfo: { type } },
    });
    await say(of('A', 'page'), of('B', 'other'));
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

  it('may use the same ids as others, and as we do', async () => {
    const { connection, attach, sent, say } = await stage();
    const [one, two] = [await attach('R'), await attach('S')];
    const ours = connection.browser.send('Target.getTargets');
    const [{ id } = {}] = sent();
    for (const { client } of [one, two]) client.send({ id: id!, method: 'Browser.getVersion' });
    await say(
      { id: id!, sessionId: 'S', result: 'two' },
      { id: id!, sessionId: 'R', result: 'one' },
      { id: id!, result: { targetInfos: [] } },
    );
    assert.deepEqual([one.heard, two.heard], [[{ id, result: 'one' }], [{ id, result: 'two' }]]);
    assert.deepEqual(await ours, { targetInfos: [] });
  });

  it('leaves with its sessions, and with its browser', async () => {
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
