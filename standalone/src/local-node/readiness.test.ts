import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Pod } from '@tintype/crds';
import { followReadiness, ProbeWait } from './readiness.js';

/** The server leaves the request open. */
const never = 0;

describe('the readiness of a pod', { timeout: 600_000 }, () => {
  let server: Server;
  let statuses: number[] = [];
  let asked: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const status = statuses.length > 1 ? (statuses.shift() ?? 200) : (statuses[0] ?? 200);
      if (status !== never) response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const portOf = (of: Server) => (of.address() as AddressInfo).port;

  /** The changes reported for the program at this port, until `count` changes. */
  const changesAt = async (
    port: number,
    count: number,
    probe: object = {},
    onChange?: () => void,
  ): Promise<boolean[]> => {
    const readinessProbe = { httpGet: { path: '/up' }, periodSeconds: 0, failureThreshold: 2, ...probe };
    const pod = { spec: { containers: [{ name: 'x', image: 'x', readinessProbe }] } } as unknown as Pod;
    const over = new AbortController();
    const heard: boolean[] = [];
    const tell = (ready: boolean) => {
      heard.push(ready);
      onChange?.();
      if (heard.length === count) over.abort();
    };
    await followReadiness(pod, { port, onChange: tell, untilReady: new ProbeWait() }, over.signal);
    return heard;
  };

  /** The changes for a program with these answers, the last one repeated. */
  const changesOf = (answers: number[], count: number, probe: object = {}): Promise<boolean[]> => {
    statuses = answers;
    asked = [];
    return changesAt(portOf(server), count, probe);
  };

  it('begins once the program answers at the path of its probe', async () => {
    assert.deepEqual(await changesOf([503, 503, 503, 200], 1), [true]);
    assert.deepEqual(asked, ['/up', '/up', '/up', '/up']);
  });

  it('ends after `failureThreshold` failures in a row, and may come back', async () => {
    assert.deepEqual(await changesOf([200, 503, 200, 503, 503, 503, 200], 3), [true, false, true]);
    assert.equal(asked.length, 7);
  });

  it('ends also without answers within `timeoutSeconds`', async () => {
    const probe = { timeoutSeconds: 0.5 };
    assert.deepEqual(await changesOf([never, 200, never, never, 200], 3, probe), [true, false, true]);
    assert.equal(asked.length, 5);
  });

  it('ends when the connection is refused', async () => {
    const brief = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(brief, 'listening');
    const end = () => {
      brief.closeAllConnections();
      brief.close();
    };
    assert.deepEqual(await changesAt(portOf(brief), 2, {}, end), [true, false]);
  });

  describe('the wait between two probes', { timeout: 10_000 }, () => {
    const long = 60_000;
    const { signal } = new AbortController();

    it('ends with a line, also with one before it', async () => {
      const wait = new ProbeWait();
      const waiting = wait.wait(long, signal);
      wait.end();
      await waiting;
      wait.end();
      await wait.wait(long, signal);
    });

    it('uses each line once', async () => {
      const wait = new ProbeWait();
      wait.end();
      await wait.wait(long, signal);
      const over = new AbortController();
      const waiting = wait.wait(long, over.signal).then(() => 'over');
      assert.equal(await Promise.race([waiting, setImmediate('waits')]), 'waits');
      over.abort();
      assert.equal(await waiting, 'over');
    });
  });
});
