import { after, before, describe } from 'node:test';
import { type Engine, storeConformance } from '@tintype/stores/conformance';
import type { KubeApiServer } from '../../kit/kube/api-server.js';
import { openKubeStore, startKubeWithKinds } from '../../kit/kube/store.js';
import { accessCases } from './kubernetes/access.js';
import { badNetworkCases } from './kubernetes/bad-network.js';
import { eventCases } from './kubernetes/events.js';
import { faultyCallCases } from './kubernetes/faulty-calls.js';
import { faultyWatchCases } from './kubernetes/faulty-watches.js';
import { informerCases } from './kubernetes/informer.js';
import { largestObjectCases } from './kubernetes/largest-objects.js';
import { outageCases } from './kubernetes/outages.js';

// An API server takes 5 s of CPU to start: one serves all of these, each in its own namespaces.
describe('on a real API server', { timeout: 900_000 }, () => {
  let server: KubeApiServer;
  const serverOf = () => server;
  before(async () => {
    server = await startKubeWithKinds();
  });
  after(() => server.stop());

  const open = async (): Promise<Engine> => {
    // The server remembers changes since its start, which was before all of these.
    await server.restart();
    // A bookmark comes at the end of each watch; otherwise once a minute.
    const store = await openKubeStore(server.admin, { limits: { watchSeconds: 5 } });
    return { store, namespace: () => server.namespace(), ancientVersion: async () => '1', close: () => store.close() };
  };
  // First, because it removes a kind, which takes long once there are objects.
  describe('the Kubernetes store on a real API server', () => accessCases(serverOf));
  storeConformance('Kubernetes', open);
  describe('events on a real API server', () => eventCases(serverOf));
  describe('the largest objects that are admitted', () => largestObjectCases(serverOf));
  describe('the Kubernetes store behind a bad network', () => badNetworkCases(serverOf));
  describe('a call of the store on Kubernetes that meets', () => faultyCallCases(serverOf));
  describe('a watch of the store on Kubernetes that', () => faultyWatchCases(serverOf));
  describe('an informer on a real API server', () => informerCases(serverOf));
  describe('the Kubernetes store during an outage of the API server', () => outageCases(serverOf));
});
