import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { describe, it } from 'node:test';
import { listen } from './listen.js';
import { ConfigError } from './settings.js';

const host = '127.0.0.1';

const using = async (servers: Server[], work: () => Promise<void>) => {
  try {
    await work();
  } finally {
    for (const server of servers) server.close();
  }
};

describe('listen', () => {
  it('returns the port', async () => {
    const server = createServer();
    await using([server], async () => {
      const port = await listen(server, { host, port: 0 });
      assert.ok(port > 0);
      assert.deepEqual(server.address(), { address: host, family: 'IPv4', port });
    });
  });

  it('says what to do if the port is in use', async () => {
    const [first, second] = [createServer(), createServer()];
    await using([first, second], async () => {
      const port = await listen(first, { host, port: 0 });
      await assert.rejects(listen(second, { host, port }), (error: Error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, new RegExp(`^127\\.0\\.0\\.1:${port} is already in use`));
        return (error.cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
      });
    });
  });

  it('says what to do if the address is not of this machine', async () => {
    const server = createServer();
    await using([server], async () => {
      await assert.rejects(listen(server, { host: '192.0.2.1', port: 0 }), /192\.0\.2\.1:0 is not an address of this/);
    });
  });

  it('passes other errors on', async () => {
    const server = createServer();
    await using([server], async () => {
      await listen(server, { host, port: 0 });
      await assert.rejects(listen(server, { host, port: 0 }), { code: 'ERR_SERVER_ALREADY_LISTEN' });
    });
  });
});
