import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cdpCloses } from '@tintype/contracts';
import { askForWebSocket } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';

const session = 'sess_00000000-0000-4000-8000-000000000013';

export const endCases = (): void => {
  describe('a connection of a DevTools client', { timeout: 600_000 }, () => {
    const opened = async (change = {}) => {
      const node = await SessionNode.start();
      await node.activate(session, { cdp: true, ...change });
      return node;
    };

    it('says that the session was closed', async () => {
      const node = await opened();
      const client = await node.connect(session);
      await node.close(session);
      assert.deepEqual(await client.closed, cdpCloses.closed);
      const { url, headers } = node.devTools(session);
      assert.equal((await askForWebSocket(node.port, new URL(url).pathname, headers)).status, 409);
      await node.stop();
    });

    it('says that the session has expired', async () => {
      const node = await opened({ maxTtlSeconds: 2 });
      const client = await node.connect(session);
      assert.deepEqual(await client.closed, cdpCloses.expired);
      await node.stop();
    });

    it('says that the browser has ended', async () => {
      const node = await opened();
      const client = await node.connect(session);
      process.kill(node.browser, 'SIGKILL');
      assert.deepEqual(await client.closed, cdpCloses.crashed);
      await node.stop();
    });

    it('says that the session is over when the pod is stopped', async () => {
      const node = await opened();
      const client = await node.connect(session);
      await node.stop();
      assert.deepEqual(await client.closed, cdpCloses.closed);
    });

    it('is refused for a session that was made without', async () => {
      const node = await opened({ cdp: false });
      const { url, headers } = node.devTools(session);
      const { status, answer } = await askForWebSocket(node.port, new URL(url).pathname, headers);
      assert.deepEqual([status, /"code":"(\w+)"/.exec(answer)?.[1]], [400, 'invalid_request']);
      await node.stop();
    });
  });
};
