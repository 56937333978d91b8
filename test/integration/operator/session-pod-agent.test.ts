import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { noActions, podKeyOf } from '@tintype/contracts';
import { agentPortAnnotation, type Pod } from '@tintype/crds';
import { type ActivateOrder, ActivateRefused, HttpPodAgent } from '@tintype/operator/testing';
import { NoPodAnswer } from '@tintype/runtime';
import { newSession } from '../../kit/ledger/entries.js';
import { type AgentProgram, serveSessionAgent } from '../../kit/session-pod/pod-server.js';

const rootKey = createSecretKey(Buffer.alloc(32, 1));
const session = newSession();
const name = { namespace: 'default', name: 'shop-1' };

const podAt = (port: number, podIP = '127.0.0.1'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    ...name,
    uid: 'uid',
    resourceVersion: '1',
    creationTimestamp: '2030-01-01T00:00:00Z',
    annotations: { [agentPortAnnotation]: `${port}` },
  },
  spec: { containers: [] },
  status: podIP ? { podIP } : {},
});

const order = (): ActivateOrder => ({
  session,
  account: 'acme',
  maxTtlSeconds: 60,
  cdp: false,
  proxy: false,
  bypassBotDetection: false,
  confirmed: true,
  startBy: new Date(Date.now() + 60_000).toISOString(),
});

const startedAt = '2030-01-01T00:00:00.000Z';
const record = { session, startedAt, openMs: 5, confirmed: true, crashed: false, counts: noActions };

const obedient: AgentProgram = { activate: () => ({ startedAt }), confirm: () => true, close: () => record };

describe('the operator calls session pods over HTTP', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  const newAgent = (withinMs = 10_000) => {
    const agent = new HttpPodAgent({ rootKey, withinMs });
    ends.push(() => agent.end());
    return agent;
  };

  const served = async (program: Partial<AgentProgram> = {}, key = podKeyOf(rootKey, name)) => {
    const server = await serveSessionAgent({ ...obedient, ...program }, key);
    ends.push(server.close);
    return podAt(server.port);
  };

  /** A server in place of the agent. */
  const listening = async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return podAt((server.address() as AddressInfo).port);
  };

  it('and gets their answers', async () => {
    const orders: ActivateOrder[] = [];
    const pod = await served({
      activate: (given) => {
        orders.push(given);
        return { startedAt };
      },
    });
    const agent = newAgent();
    const given = order();
    assert.deepEqual(await agent.activate(pod, given), { startedAt });
    assert.deepEqual(orders, [given]);
    assert.deepEqual(await agent.close(pod, session), record);
    assert.deepEqual(await agent.close(pod, session), record);
  });

  it('and tells a refusal from no answer', async () => {
    const pod = await served({
      activate: () => {
        throw new ActivateRefused('other-session');
      },
      close: () => {
        throw new Error('it hangs up');
      },
    });
    await assert.rejects(newAgent().activate(pod, order()), ActivateRefused);
    await assert.rejects(newAgent().close(pod, session), NoPodAnswer);
  });

  it('and gets no answer from another pod at the same address', async () => {
    const pod = await served({}, podKeyOf(rootKey, { ...name, name: 'shop-2' }));
    await assert.rejects(newAgent().close(pod, session), /answered 401/);
    await assert.rejects(newAgent().activate(pod, order()), NoPodAnswer);
  });

  it('and asks for nothing after the startBy', async () => {
    const late = { ...order(), startBy: new Date(Date.now() - 1000).toISOString() };
    await assert.rejects(newAgent().activate(await served(), late), /answered 401/);
  });

  it('and rejects a record of another session', async () => {
    const pod = await served({ close: () => ({ ...record, session: newSession() }) });
    await assert.rejects(newAgent().close(pod, session), /another session/);
  });

  it('and waits for a silent one no longer than it may', async () => {
    const pod = await listening(() => undefined);
    await assert.rejects(newAgent(100).close(pod, session), NoPodAnswer);
  });

  for (const [what, listener] of [
    ['what is no JSON', (_, response) => response.end('<html>')],
    ['what is no record', (_, response) => response.end('{"openMs":-1}')],
    ['without an end', (_, response) => response.end(JSON.stringify({ ...record, more: 'x'.repeat(100_000) }))],
    ['a redirect', (_, response) => response.writeHead(307, { location: '/elsewhere' }).end('{}')],
  ] as const satisfies [string, RequestListener][])
    it(`and takes an answer for none that is ${what}`, async () => {
      await assert.rejects(newAgent().close(await listening(listener), session), NoPodAnswer);
    });

  it('and finds none without an address, or that listens no more', async () => {
    await assert.rejects(newAgent().close(podAt(1, ''), session), /has no address/);
    const { port } = await serveSessionAgent(obedient, '').then((server) => {
      server.close();
      return server;
    });
    await assert.rejects(newAgent().close(podAt(port), session), NoPodAnswer);
  });

  it('and names the proxy to a session that is to go through one', async () => {
    const seen: unknown[] = [];
    const program = {
      activate: (given: ActivateOrder) => {
        seen.push(given.upstreamProxy);
        return { startedAt };
      },
    };
    const pod = await served(program);
    await newAgent().activate(pod, { ...order(), proxy: true, upstreamProxy: 'socks5://u:p@proxy.example:1080' });
    await newAgent().activate(pod, order());
    assert.deepEqual(seen, ['socks5://u:p@proxy.example:1080', undefined]);
  });
});
