import { electionSuite } from '../kit/election-suite.js';
import { startKubeApiServer } from '../kit/kube-api-server.js';

electionSuite('Kubernetes', async () => {
  const server = await startKubeApiServer();
  return {
    store: { kubeconfig: server.admin.kubeconfigFile },
    kill: () => server.kill(),
    restart: () => server.restart(),
    close: () => server.stop(),
  };
});
