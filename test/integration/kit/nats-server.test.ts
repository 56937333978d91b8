import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { startNatsServer } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const answers = (port: number) => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
};

describe('the kit of nats-server', { timeout: 600_000 }, () => {
  it('keeps its port over a crash, and ends', async () => {
    const server = await startNatsServer();
    const port = Number(server.url.port);
    await server.kill();
    assert.equal(await answers(port), false);
    await server.restart();
    assert.equal(Number(server.url.port), port);
    assert.equal(await answers(port), true);
    await server.stop();
    assert.equal(await answers(port), false);
  });

  it('ends the server with the test process, even one that is killed', async () => {
    const kit = JSON.stringify(new URL('../../kit/nats/server.js', import.meta.url));
    const script = `import { startNatsServer } from ${kit}; console.log((await startNatsServer()).url.port); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = await once(child.stdout, 'data');
    assert.equal(await answers(Number(port)), true);
    child.kill('SIGKILL');
    await until('the server has ended', async () => !(await answers(Number(port))));
  });

  it('says why a server did not start', async () => {
    await assert.rejects(startNatsServer({ config: 'nonsense {' }), /did not start:[\s\S]*Parse error/);
  });
});
