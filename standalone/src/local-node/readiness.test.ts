import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Pod } from '@tintype/crds';
import { followReadiness } from './readiness.js';

describe('the readiness of a pod', { timeout: 600_000 }, () => {
  let server: Server;
  let statuses: number[] = [];
  let asked: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(statuses.length > 1 ? (statuses.shift() ?? 200) : (statuses[0] ?? 200)).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  /** The changes reported for a program with these answers, the last one repeated, until `count` changes. */
  const changesOf = async (answers: number[], count: number, probe: object = {}): Promise<boolean[]> => {
    statuses = answers;
    asked = [];
    const readinessProbe = { httpGet: { path: '/up' }, periodSeconds: 0, failureThreshold: 2, ...probe };
    const pod = { spec: { containers: [{ name: 'x', image: 'x', readinessProbe }] } } as unknown as Pod;
    const over = new AbortController();
    const heard: boolean[] = [];
    const tell = (ready: boolean) => {
      heard.push(ready);
      if (heard.length === count) over.abort();
    };
    await followReadiness(pod, (server.address() as AddressInfo).port, tell, over.signal);
    return heard;
  };

  it('begins once the program answers at the path of its probe', async () => {
    assert.deepEqual(await changesOf([503, 503, 503, 200], 1), [true]);
    assert.deepEqual(asked, ['/up', '/up', '/up', '/up']);
  });

  it('ends after `failureThreshold` failures in a row, and may come back', async () => {
    assert.deepEqual(await changesOf([200, 503, 200, 503, 503, 503, 200], 3), [true, false, true]);
    assert.equal(asked.length, 7);
  });
});
