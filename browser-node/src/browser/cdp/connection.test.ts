import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { AnswerTooLarge, CdpConnection, CdpError, EventTooLarge, TargetGone } from './connection.js';

/** A browser's two pipes; `say` writes as the browser, in as many pieces as given. */
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

  it('reads messages in pieces, and characters cut in two', async () => {
    const { connection, heard, fromBrowser } = pipes();
    const version = connection.browser.send('Browser.getVersion');
    const [{ id }] = heard();
    const bytes = Buffer.from(`${JSON.stringify({ id, result: { product: 'größe' } })}\0`);
    for (const byte of bytes) fromBrowser.write(Buffer.of(byte));
    assert.equal((await version).product, 'größe');
  });

  it('rejects a command that the browser refuses', async () => {
    const { connection, heard, say } = pipes();
    const refused = assert.rejects(connection.browser.send('Browser.getVersion'), (error: unknown) => {
      return error instanceof CdpError && /Browser.getVersion: no/.test(error.message);
    });
    say({ id: heard()[0].id, error: { message: 'no' } });
    await refused;
  });

  it('passes events only to their session, until the handler is removed', async () => {
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

  /** A message as Chromium writes it, with the session at the end. */
  const long = (start: object, sessionId: string) => {
    const [head] = JSON.stringify({ ...start, sessionId }).split('"..."');
    return { head: `${head}"`, middle: Buffer.alloc(2 ** 20, 'x'), tail: `"},"sessionId":"${sessionId}"}\0` };
  };

  const attached = async () => {
    const all = pipes();
    const attach = async (sessionId: string) => {
      const attaching = all.connection.attach('target');
      all.say({ id: all.heard()[0].id, result: { sessionId } });
      return attaching;
    };
    const write = async ({ head, middle, tail }: ReturnType<typeof long>, mebibytes: number) => {
      all.fromBrowser.write(head);
      for (let i = 0; i < mebibytes; i += 1) {
        all.fromBrowser.write(middle);
        await new Promise(setImmediate);
      }
      all.fromBrowser.write(tail);
    };
    return { ...all, first: await attach('A'), second: await attach('B'), write };
  };

  it('rejects only the command whose answer is too large', async () => {
    const { heard, say, first, second, write } = await attached();
    const tooLarge = assert.rejects(first.send('Page.captureScreenshot', {}, 2 ** 21), AnswerTooLarge);
    const other = second.send('Page.captureScreenshot', {}, 2 ** 22);
    const [one, two] = heard();
    await write(long({ id: one.id, result: { data: '...' } }, 'A'), 3);
    await write(long({ id: two.id, result: { data: '...' } }, 'B'), 3);
    await tooLarge;
    assert.equal((await other).data.length, 3 * 2 ** 20);
    const next = first.send('Page.captureScreenshot');
    say({ id: heard()[0].id, result: { data: 'x' }, sessionId: 'A' });
    assert.equal((await next).data, 'x');
  });

  it('fails only the page whose event is too large', async () => {
    const { heard, say, first, second, write } = await attached();
    let readable = true;
    second.unreadable.catch(() => {
      readable = false;
    });
    const told = assert.rejects(
      first.unreadable,
      (error) => error instanceof EventTooLarge && error.method === 'Network.requestWillBeSent',
    );
    await write(long({ method: 'Network.requestWillBeSent', params: { url: '...' } }, 'A'), 65);
    await told;
    const version = second.send('Browser.getVersion');
    say({ id: heard()[0].id, result: { product: 'x' }, sessionId: 'B' });
    assert.deepEqual([(await version).product, readable], ['x', true]);
  });

  it('answers the command of an owner with an error if the answer is too large', async () => {
    const { connection, heard: sent, first, write } = await attached();
    const heard: unknown[] = [];
    connection.own('C', (message) => heard.push(message));
    // Our answer may be this long; a client's with the same id may not.
    const ours = first.send('Page.captureScreenshot');
    const id = sent()[0].id;
    connection.ask('C', { id, method: 'Page.captureScreenshot' });
    await write(long({ id: sent()[0].id, result: { data: '...' } }, 'C'), 65);
    const message = 'Too large to be read: an answer has 64 MiB at most.';
    const error = { code: -32_000, message };
    await write(long({ method: 'Log.entryAdded', params: '...' }, 'C'), 65);
    assert.deepEqual(heard, [
      { id, sessionId: 'C', error },
      { id: Number.NaN, sessionId: 'C', method: 'Log.entryAdded', error },
    ]);
    await write(long({ id, result: { data: '...' } }, 'A'), 65);
    assert.equal((await ours).data.length, 65 * 2 ** 20);
  });

  it('rejects only the commands of a page that ended', async () => {
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

  it('rejects all commands after the browser ended, later ones too', async () => {
    const { connection, fromBrowser } = pipes();
    const gone = assert.rejects(connection.browser.send('Browser.getVersion'), TargetGone);
    fromBrowser.destroy();
    await Promise.all([gone, connection.closed]);
    await assert.rejects(connection.browser.send('Browser.getVersion'), TargetGone);
  });
});
