import { type Engine, storeConformance } from '@tintype/stores/conformance';
import { openKubeStore, startKubeWithKinds } from '../../kit/kube/store.js';

const open = async (): Promise<Engine> => {
  const server = await startKubeWithKinds();
  // The server remembers changes since its start, which was before all of these.
  await server.restart();
  // A bookmark comes at the end of each watch; otherwise once a minute.
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
