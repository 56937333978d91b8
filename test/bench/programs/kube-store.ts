import { openKubernetesStore } from '@tintype/stores';
import { serveKubeActs } from './kube-acts.js';

const nothing = () => undefined;

await serveKubeActs(async (kubeconfig, namespace) => {
  const log = { info: nothing, warn: nothing };
  const store = await openKubernetesStore({ source: { kubeconfig: [kubeconfig] }, program: 'bench', log });
  return {
    get: (name) => store.get('BrowserSession', { namespace, name }),
    create: (session) => store.create('BrowserSession', session),
    update: (session) => store.update('BrowserSession', session),
  };
});
