// biome-ignore lint/style/noRestrictedImports: the baseline is the client itself
import { CustomObjectsApi, KubeConfig } from '@kubernetes/client-node';
import { serveKubeActs } from './kube-acts.js';

const ours = { group: 'tintype.dev', version: 'v1alpha1', plural: 'browsersessions' };

await serveKubeActs(async (kubeconfig, namespace) => {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const api = config.makeApiClient(CustomObjectsApi);
  return {
    get: (name) => api.getNamespacedCustomObject({ ...ours, namespace, name }),
    create: (body) => api.createNamespacedCustomObject({ ...ours, namespace, body }),
    update: (body) => api.replaceNamespacedCustomObject({ ...ours, namespace, name: body.metadata.name, body }),
  };
});
