import { stall } from '../../kit/fault-proxy/faults.js';
import { startFaultProxy } from '../../kit/fault-proxy/proxy.js';
import { startKubeApiServer } from '../../kit/kube/api-server.js';
import { electionSuite } from '../../kit/operator/election-suite.js';

electionSuite('Kubernetes', async () => {
  const server = await startKubeApiServer();
  const proxy = await startFaultProxy(server);
  return {
    places: {
      first: { kubeconfig: proxy.access.kubeconfigFile },
      second: { kubeconfig: server.admin.kubeconfigFile },
    },
    cutOff: () => {
      proxy.silenceWatches();
      const rule = proxy.when({}, stall);
      return () => rule.remove();
    },
    kill: () => server.kill(),
    restart: () => server.restart(),
    close: async () => {
      await proxy.close();
      await server.stop();
    },
  };
});
