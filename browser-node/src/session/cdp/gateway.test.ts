import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { cdpCloses, TintypeError } from '@tintype/contracts';
import { systemClock } from '@tintype/runtime';
import { CdpConnection } from '../../browser/cdp/connection.js';
import { OtherSessions } from '../device/other-sessions.js';
import { Dialogs } from '../pages/dialogs.js';
import { ShownPage } from '../pages/shown-page.js';
import type { Upgrade } from '../sockets/open-socket.js';
import { CdpGateway } from './gateway.js';

/** A gateway, a scripted browser, and a connecting client. */
const stage = async () => {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  const connection = new CdpConnection(toBrowser, fromBrowser);
  const gateway = new CdpGateway();
  const server = createServer();
  const upgrades = Promise.withResolvers<Upgrade>();
  server.on('upgrade', (request, socket, head) => upgrades.resolve({ request, socket, head }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    client.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
  });
  const upgrade = await upgrades.promise;
  const sessions = new OtherSessions(() => undefined);
  const spokenTo = {
    connection,
    dialogs: new Dialogs(systemClock, { note: () => undefined }),
    sessions,
    shown: new ShownPage(),
    onFlood: () => undefined,
  };
  const accepted = gateway.accept(upgrade, spokenTo, () => undefined);
  accepted.catch(() => undefined);
  const { id } = JSON.parse(String(toBrowser.read()).split('\0', 1)[0] ?? '');
  return {
    gateway,
    client,
    closed,
    accepted,
    /** Messages to the browser since the last call. */
    said: () => String(toBrowser.read() ?? ''),
    attach: () => fromBrowser.write(`${JSON.stringify({ id, result: { sessionId: 'R' } })}\0`),
    die: () => fromBrowser.destroy(),
    [Symbol.asyncDispose]: async () => {
      upgrade.socket.destroy();
      server.close();
      await closed;
    },
  };
};

const isNotActive = (error: unknown) => error instanceof TintypeError && error.code === 'session_not_active';

describe('a DevTools client that connects while its session ends', () => {
  it('is refused if the session ends before the browser answers', async () => {
    await using stands = await stage();
    stands.gateway.end('closed');
    stands.attach();
    await assert.rejects(stands.accepted, isNotActive);
  });

  it('is refused if the browser ends before it answers', async () => {
    for (const endsFirst of [true, false]) {
      await using stands = await stage();
      if (endsFirst) stands.gateway.end('expired');
      stands.die();
      await assert.rejects(stands.accepted, isNotActive);
    }
  });

  it('detaches from the browser at once, before the close is answered', async () => {
    await using stands = await stage();
    stands.attach();
    await stands.accepted;
    stands.said();
    stands.gateway.end('expired');
    assert.match(stands.said(), /"method":"Target.detachFromTarget","params":\{"sessionId":"R"\}/);
    assert.deepEqual(await stands.closed, cdpCloses.expired);
  });

  it('gets the reason if it is connected', async () => {
    await using stands = await stage();
    stands.attach();
    await stands.accepted;
    stands.gateway.end('expired');
    stands.die();
    assert.deepEqual(await stands.closed, cdpCloses.expired);
  });
});
