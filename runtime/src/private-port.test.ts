import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { createRegistry } from './metrics.js';
import { PrivatePort } from './private-port.js';

describe('the private port of a program that starts', () => {
  let port: PrivatePort;
  afterEach(() => port?.server.close());

  const begin = async () => {
    port = await PrivatePort.open({ host: '127.0.0.1', port: 0, registry: createRegistry('test') });
    const { port: number } = port.server.address() as AddressInfo;
    return async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${number}${path}`);
      return [answer.status, await answer.text()] as const;
    };
  };

  it('lives, has metrics, and is not ready', async () => {
    const ask = await begin();
    assert.equal((await ask('/healthz'))[0], 200);
    assert.equal((await ask('/metrics'))[0], 200);
    assert.equal((await ask('/admin'))[0], 404);
    assert.deepEqual(await ask('/readyz'), [503, '{"ready":false,"parts":{},"reason":"it starts"}']);
  });

  it('says what is waited for', async () => {
    const ask = await begin();
    port.waitsFor('a server');
    assert.deepEqual(await ask('/readyz'), [503, '{"ready":false,"parts":{},"reason":"a server"}']);
  });

  it('answers for the program once that can', async () => {
    const ask = await begin();
    port.answers({
      ready: () => ({ ready: true, parts: { all: true } }),
      otherwise: (_, response) => response.writeHead(201).end('other'),
    });
    assert.deepEqual(await ask('/readyz'), [200, '{"ready":true,"parts":{"all":true}}']);
    assert.deepEqual(await ask('/admin'), [201, 'other']);
  });
});
