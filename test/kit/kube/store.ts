import { afterEach } from 'node:test';
import { manifests } from '@tintype/crds';
import { type KubernetesStore, type KubernetesStoreOptions, openKubernetesStore } from '@tintype/stores';
import type { KubeAccess } from './access.js';
import { type KubeApiServer, startKubeApiServer } from './api-server.js';

/** An API server with our kinds. */
export const startKubeWithKinds = async (flags: readonly string[] = []): Promise<KubeApiServer> => {
  const server = await startKubeApiServer({ flags });
  await server.apply(Object.values(manifests));
  return server;
};

const nothing = () => undefined;

export const openKubeStore = (
  access: KubeAccess,
  options: Partial<KubernetesStoreOptions> = {},
): Promise<KubernetesStore> =>
  openKubernetesStore({
    source: { kubeconfig: [access.kubeconfigFile] },
    program: 'tintype-test',
    log: { info: nothing, warn: nothing },
    ...options,
  });

/** `openKubeStore` for the tests of a suite: each store closes after its test. */
export const storeOpener = (): typeof openKubeStore => {
  const stores: KubernetesStore[] = [];
  afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())));
  return async (...of) => {
    const store = await openKubeStore(...of);
    stores.push(store);
    return store;
  };
};
