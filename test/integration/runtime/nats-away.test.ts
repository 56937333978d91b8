import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { connectNats } from '@tintype/runtime';
import { type NatsServer, startNatsServer } from '../../kit/nats/server.js';
import { type Process, type Service, startService } from '../../kit/service/service.js';
import { until } from '../../kit/until.js';

const undrained = 'closed the connection to NATS without draining it: unsent messages are lost';

describe('programs that are stopped while nats-server is away', { timeout: 600_000 }, () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService({ allow: '127.0.0.1:1' });
  });
  afterEach(() => service?.stop());

  const messages = ({ log }: Process) => log.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg);

  it('end in order, and log once that they could not drain', async () => {
    const processes = [...service.apis, ...service.nodes];
    await service.nats.kill();
    await until('they know', () =>
      processes.every(({ log }) => log.some((line) => line.includes('"lost NATS: reconnecting"'))),
    );
    for (const process of processes) {
      await process.child.stop(60_000);
      assert.deepEqual(await process.child.exited, { code: 0, signal: null }, process.log.join('\n'));
      const said = messages(process);
      assert.equal(said.filter((message) => message === undrained).length, 1);
      assert.equal(said.at(-1), 'stopped');
    }
  });
});

describe('the connection to NATS', { timeout: 600_000 }, () => {
  let server: NatsServer;
  beforeEach(async () => {
    server = await startNatsServer();
  });
  afterEach(() => server?.stop());

  const open = async () => {
    const warned: string[] = [];
    const log = { warn: (_: object, message: string) => warned.push(message) };
    const nats = await connectNats({ url: server.url, name: 'test', log: log as never });
    return { nats, undrained: () => warned.filter((message) => message === undrained).length };
  };

  it('is drained without a log line while the server is there', async () => {
    const { nats, undrained } = await open();
    const heard: string[] = [];
    const listening = (async () => {
      for await (const message of nats.connection.subscribe('a')) heard.push(message.string());
    })();
    nats.connection.publish('a', 'last');
    await nats.close();
    await listening;
    assert.deepEqual([heard, nats.connection.isClosed(), undrained()], [['last'], true, 0]);
  });

  it('is also closed when the server dies meanwhile', async () => {
    const { nats, undrained } = await open();
    nats.connection.subscribe('a');
    const killed = server.kill();
    await nats.close();
    await killed;
    assert.deepEqual([nats.connection.isClosed(), undrained() <= 1], [true, true]);
  });

  it('is closed once, for any number of calls', async () => {
    const { nats, undrained } = await open();
    await Promise.all([nats.close(), nats.close()]);
    await nats.close();
    assert.deepEqual([nats.connection.isClosed(), undrained()], [true, 0]);
  });
});
