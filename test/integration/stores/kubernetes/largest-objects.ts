import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Kinds, ResourceStore } from '@tintype/crds';
import { goodSpecimens, storeSpecimen } from '@tintype/crds/testing';
import type { KubernetesStore } from '@tintype/stores';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { openKubeStore } from '../../../kit/kube/store.js';
import { type Objects, startObjects } from '../../../kit/nats/jetstream-engine.js';

type Own = Kinds['BrowserSession'] | Kinds['BrowserPool'];

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const sizeOf = ({ spec, status }: { spec?: unknown; status?: unknown }) => bytesOf({ spec, status });

/** The largest specimen of each kind; a test of `crds` checks the pool's bounds. */
const largest = (['BrowserSession', 'BrowserPool'] as const).map((kind) => {
  const [first] = goodSpecimens.filter((each) => each.kind === kind).sort((a, b) => sizeOf(b) - sizeOf(a));
  assert.ok(first);
  return first;
});

/** The maximum of an API server: 256 KiB of annotations. */
const annotations = { 'example.com/note': 'x'.repeat(256 * 1024 - 'example.com/note'.length) };

/** The largest objects, in both engines. */
export const largestObjectCases = (serverOf: () => KubeApiServer): void => {
  let objects: Objects;
  let server: KubeApiServer;
  let kube: KubernetesStore;
  let namespace: string;

  before(async () => {
    // Default limit: 1 MiB per message.
    objects = await startObjects();
    server = serverOf();
    kube = await openKubeStore(server.admin);
    namespace = await server.namespace();
  });
  after(async () => {
    await objects?.close();
    await kube?.close();
  });

  const engines: Record<string, () => ResourceStore> = { JetStream: () => objects.store, Kubernetes: () => kube };

  for (const [engine, store] of Object.entries(engines)) {
    for (const specimen of largest) {
      it(`are stored by ${engine}, with the most annotations: ${specimen.kind}`, async () => {
        const { kind, spec, status } = specimen;
        const key = { namespace, name: 'l'.repeat(63) };
        const made = await storeSpecimen(store(), specimen, { ...key, annotations } as typeof key);
        assert.deepEqual({ spec: made.spec, status: made.status }, { spec, status });
        const changed = { ...made, metadata: { ...made.metadata, labels: { changed: 'yes' } } } as Own;
        await store().update(kind, changed);
        assert.deepEqual(
          await store()
            .get(kind, key)
            .then((found) => found?.spec),
          spec,
        );
      });
    }
  }
};
