import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { createRegistry } from '../metrics.js';
import { PrivatePort, type PrivateServerOptions, type Readiness, startPrivateServer } from './private-port.js';

const ask = async (path: string, change: Partial<PrivateServerOptions> = {}) => {
  const server = await startPrivateServer({
    host: '127.0.0.1',
    port: 0,
    ready: () => ({ ready: true, parts: { nats: true } }),
    metrics: async () => 'a 1\n',
    metricsContentType: Registry.PROMETHEUS_CONTENT_TYPE,
    ...change,
  });
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
  } finally {
    server.close();
  }
};

const broken = () => Promise.reject(new Error('secret'));
const unready = (): Readiness => ({ ready: false, parts: { nats: false } });
const json = 'application/json';

interface Case {
  path: string;
  change?: Partial<PrivateServerOptions>;
  status: number;
  type: string;
  body: string;
}

const cases: Record<string, Case> = {
  'lives, ready or not': { path: '/healthz', change: { ready: unready }, status: 200, type: json, body: '{"ok":true}' },
  'is ready': { path: '/readyz?x', status: 200, type: json, body: '{"ready":true,"parts":{"nats":true}}' },
  'is not ready, and says why': {
    path: '/readyz',
    change: { ready: unready },
    status: 503,
    type: json,
    body: '{"ready":false,"parts":{"nats":false}}',
  },
  'cannot tell, and hides the reason': {
    path: '/readyz',
    change: { ready: broken },
    status: 500,
    type: json,
    body: '{"ok":false}',
  },
  'shows its metrics': { path: '/metrics', status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: 'a 1\n' },
  'cannot show its metrics': {
    path: '/metrics',
    change: { metrics: broken },
    status: 500,
    type: json,
    body: '{"ok":false}',
  },
  'has nothing else': { path: '/other', status: 404, type: json, body: '{"ok":false}' },
  'hands on everything else': {
    path: '/other',
    change: {
      otherwise: (request, response) => response.writeHead(201, { 'content-type': 'text/x' }).end(request.url),
    },
    status: 201,
    type: 'text/x',
    body: '/other',
  },
};

describe('the private server', () => {
  for (const [what, { path, change, ...answer }] of Object.entries(cases)) {
    it(`${what}: ${path}`, async () => assert.deepEqual(await ask(path, change), answer));
  }

  it('does not pass its own paths on', async () => {
    const { body } = await ask('/healthz', { otherwise: (_request, response) => response.end('other') });
    assert.equal(body, '{"ok":true}');
  });
});

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

  it('is alive with metrics, but not ready', async () => {
    const ask = await begin();
    assert.equal((await ask('/healthz'))[0], 200);
    assert.equal((await ask('/metrics'))[0], 200);
    assert.equal((await ask('/admin'))[0], 404);
    assert.deepEqual(await ask('/readyz'), [503, '{"ready":false,"parts":{},"reason":"the program is starting"}']);
  });

  it('names what it waits for', async () => {
    const ask = await begin();
    port.setWaiting('a server');
    assert.deepEqual(await ask('/readyz'), [503, '{"ready":false,"parts":{},"reason":"a server"}']);
  });

  it('answers for the program once the program can', async () => {
    const ask = await begin();
    port.setAnswers({
      ready: () => ({ ready: true, parts: { all: true } }),
      otherwise: (_, response) => response.writeHead(201).end('other'),
    });
    assert.deepEqual(await ask('/readyz'), [200, '{"ready":true,"parts":{"all":true}}']);
    assert.deepEqual(await ask('/admin'), [201, 'other']);
  });
});
