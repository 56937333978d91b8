import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { CdpConnection, CdpError, TargetGone } from './cdp.js';

/** A browser's two pipes; `say` is the browser speaking, in as many pieces as wanted. */
const pipes = () => {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  const connection = new CdpConnection(toBrowser, fromBrowser);
  const heard = () =>
    String(toBrowser.read() ?? '')
      .split('\0')
      .filter(Boolean)
      .map((text) => JSON.parse(text));
  const say = (...messages: unknown[]) =>
    fromBrowser.write(messages.map((each) => `${JSON.stringify(each)}\0`).join(''));
  return { connection, heard, say, fromBrowser };
};

describe('CdpConnection', () => {
  it('matches answers to commands, in any order', async () => {
    const { connection, heard, say } = pipes();
    const first = connection.browser.send('Browser.getVersion');
    const second = connection.browser.send('Target.getTargets');
    const [one, two] = heard();
    assert.deepEqual([one.method, two.method], ['Browser.getVersion', 'Target.getTargets']);
    say({ id: two.id, result: { targetInfos: [] } }, { id: one.id, result: { product: 'x' } });
    assert.deepEqual([(await first).product, (await second).targetInfos], ['x', []]);
  });

  it('reads messages that come in pieces, and letters that are cut in two', async () => {
    const { connection, heard, fromBrowser } = pipes();
    const version = connection.browser.send('Browser.getVersion');
    const [{ id }] = heard();
    const bytes = Buffer.from(`${JSON.stringify({ id, result: { product: 'größe' } })}\0`);
    for (const byte of bytes) fromBrowser.write(Buffer.of(byte));
    assert.equal((await version).product, 'größe');
  });

  it('rejects what the browser refuses', async () => {
    const { connection, heard, say } = pipes();
    const refused = assert.rejects(connection.browser.send('Browser.getVersion'), (error: unknown) => {
      return error instanceof CdpError && /Browser.getVersion: no/.test(error.message);
    });
    say({ id: heard()[0].id, error: { message: 'no' } });
    await refused;
  });

  it('gives events to their session alone, until the handler leaves', async () => {
    const { connection, heard, say } = pipes();
    const attaching = connection.attach('target');
    say({ id: heard()[0].id, result: { sessionId: 'A' } });
    const session = await attaching;
    const seen: string[] = [];
    const leave = session.on('Page.loadEventFired', () => seen.push('session'));
    connection.browser.on('Page.loadEventFired', () => seen.push('browser'));
    const event = { method: 'Page.loadEventFired', params: {} };
    say({ ...event, sessionId: 'A' }, { ...event, sessionId: 'B' }, event);
    await new Promise(setImmediate);
    leave();
    say({ ...event, sessionId: 'A' });
    await new Promise(setImmediate);
    assert.deepEqual(seen, ['session', 'browser']);
  });

  it('rejects the commands of a page that goes, and no others', async () => {
    const { connection, heard, say } = pipes();
    const attaching = connection.attach('target');
    say({ id: heard()[0].id, result: { sessionId: 'A' } });
    const gone = assert.rejects((await attaching).send('Page.reload'), TargetGone);
    const version = connection.browser.send('Browser.getVersion');
    const id = heard().find(({ method }) => method === 'Browser.getVersion').id;
    say({ method: 'Target.detachedFromTarget', params: { sessionId: 'A' } }, { id, result: { product: 'x' } });
    await gone;
    assert.equal((await version).product, 'x');
  });

  it('rejects everything when the browser goes, and whatever comes later', async () => {
    const { connection, fromBrowser } = pipes();
    const gone = assert.rejects(connection.browser.send('Browser.getVersion'), TargetGone);
    fromBrowser.destroy();
    await Promise.all([gone, connection.closed]);
    await assert.rejects(connection.browser.send('Browser.getVersion'), TargetGone);
  });
});
