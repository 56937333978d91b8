import { type Engine, storeConformance } from '@tintype/stores/conformance';
import { openKubeStore, startKubeWithKinds } from '../../kit/kube-store.js';

const open = async (): Promise<Engine> => {
  const server = await startKubeWithKinds();
  // It remembers changes since its start, and this first start was before all of them.
  await server.restart();
  // The last thing that a watch tells is a bookmark; otherwise one comes a minute.
  const store = await openKubeStore(server.admin, { limits: { watchSeconds: 5 } });
  return {
    store,
    namespace: () => server.namespace(),
    ancientVersion: async () => '1',
    close: async () => {
      await store.close();
      await server.stop();
    },
  };
};

storeConformance('Kubernetes', open);
