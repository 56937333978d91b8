/** The acts as bare requests: the floor of this machine. */
import type { BrowserSession } from '@tintype/crds';
import { serveKubeActs } from './kube-acts.js';
import { openKubeCalls } from './kube-calls.js';

await serveKubeActs(async (kubeconfig, namespace) => {
  const call = openKubeCalls(kubeconfig, 16);
  const sessions = `/apis/tintype.dev/v1alpha1/namespaces/${namespace}/browsersessions`;
  return {
    get: (name) => call('GET', `${sessions}/${name}`),
    create: (session) => call<BrowserSession>('POST', sessions, session),
    update: (session) => call<BrowserSession>('PUT', `${sessions}/${session.metadata.name}`, session),
  };
});
