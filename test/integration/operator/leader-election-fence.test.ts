import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Lease, StoreUnavailable } from '@tintype/crds';
import { vacantLease } from '@tintype/operator';
import { LeaderElector, LeadershipLost, whileHoldingLease } from '@tintype/operator/testing';
import { type KubernetesStore, openKubernetesStore } from '@tintype/stores';
import { MemoryStore } from '@tintype/stores/testing';
import { answerJson, PlayedApiServer, type PlayedRequest } from '../../kit/kube/played-api-server.js';
import { electionLease, silent, workUntilOver } from '../../kit/operator/election-stage.js';
import { lease } from '../../kit/stores/leases.js';
import { until } from '../../kit/until.js';

/** Stops the whole process: no timer fires, and no answer arrives. */
const sleep = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

const tooLate = (error: unknown) =>
  error instanceof StoreUnavailable && error.effect === 'none' && error.cause instanceof LeadershipLost;

describe('a write of a leader that the API server was too busy for', () => {
  let server: PlayedApiServer;
  let store: KubernetesStore;
  before(async () => {
    server = await PlayedApiServer.start();
  });
  beforeEach(async () => {
    const source = { kubeconfig: [server.kubeconfig] };
    store = await openKubernetesStore({ source, program: 'test', log: silent });
  });
  afterEach(async () => {
    server.requests.length = 0;
    await store.close();
  });
  after(() => server.close());

  const busy = (request: PlayedRequest) =>
    answerJson(request, 429, { kind: 'Status', code: 429 }, { 'retry-after': '1' });

  /** Answers "busy" once, and calls `during` while the client waits or is about to. */
  const busyOnce = (during: () => void) => {
    server.play = (request) => {
      if (server.requests.length > 1) return answerJson(request, 201, { metadata: {} });
      request.response.on('finish', () => setImmediate(during));
      busy(request);
    };
  };

  it('does not go out again when leadership was lost meanwhile', async () => {
    let isHeld = true;
    busyOnce(() => {
      isHeld = false;
    });
    const own = whileHoldingLease(store, { isHeld: () => isHeld });
    await assert.rejects(own.create('Lease', lease('a')), tooLate);
    assert.equal(server.requests.length, 1);
  });

  it('does not go out again when the process was paused meanwhile, and the leader stands again', async () => {
    busyOnce(() => sleep(1500));
    const timing = { leaseDurationMs: 900, renewDeadlineMs: 600, retryPeriodMs: 100 };
    const leases = new MemoryStore();
    await leases.create('Lease', vacantLease(electionLease));
    const options = { store: leases, lease: electionLease, identity: 'a', log: silent, timing };
    const elector = new LeaderElector(options);
    const writes: Promise<Lease>[] = [];
    const stop = new AbortController();
    const ended = elector.run(stop.signal, async (over, term) => {
      if (writes.length > 0) return workUntilOver(over, term);
      writes.push(whileHoldingLease(store, term).create('Lease', lease('a')));
      await writes[0];
    });
    await until('it leads', () => writes.length > 0);
    await assert.rejects(writes[0] as Promise<Lease>, tooLate);
    assert.equal(server.requests.length, 1);
    await until('it leads again', () => elector.isLeading());
    stop.abort();
    await ended;
  });

  it('does not go out when it waited for a connection too long', async () => {
    const held: PlayedRequest[] = [];
    server.play = (request) => held.push(request);
    await store.close();
    const source = { kubeconfig: [server.kubeconfig] };
    store = await openKubernetesStore({ source, program: 'test', log: silent, limits: { calls: 1 } });
    let isHeld = true;
    const own = whileHoldingLease(store, { isHeld: () => isHeld });
    const first = own.create('Lease', lease('a'));
    await until('the first is with the server', () => held.length === 1);
    const second = own.create('Lease', lease('b'));
    isHeld = false;
    answerJson(held[0] as PlayedRequest, 201, { metadata: {} });
    await first;
    await assert.rejects(second, tooLate);
    assert.equal(server.requests.length, 1);
  });
});
