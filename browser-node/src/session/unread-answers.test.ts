import assert from 'node:assert/strict';
import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: the client of this test
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { UnreadAnswers } from './unread-answers.js';

const text = 'x'.repeat(limits.actionAnswerBytes + 1);

describe('unread answers', () => {
  const servers: Server[] = [];
  after(() => {
    for (const server of servers) server.close();
  });

  /** Requests the text from a server. */
  const ask = async (answers: UnreadAnswers): Promise<IncomingMessage> => {
    const server = createServer((_request, response) => answers.send(response, text)).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ host: '127.0.0.1', port, agent: false }).end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    incoming.on('error', () => undefined);
    return incoming;
  };

  it('make space once they are read', async () => {
    const answers = new UnreadAnswers();
    await answers.waitForSpace();
    const incoming = await ask(answers);
    let hasRoom = false;
    const room = answers.waitForSpace().then(() => {
      hasRoom = true;
    });
    await new Promise(setImmediate);
    assert.equal(hasRoom, false);
    incoming.resume();
    await room;
  });

  it('are dropped if the caller reads nothing', async () => {
    const answers = new UnreadAnswers(100);
    const incoming = await ask(answers);
    await answers.waitForSpace();
    incoming.resume();
    await assert.rejects(once(incoming, 'end'), { code: 'ECONNRESET' });
  });
});
