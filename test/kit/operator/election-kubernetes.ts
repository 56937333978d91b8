import { stall } from '../fault-proxy/faults.js';
import { startFaultProxy } from '../fault-proxy/proxy.js';
import { startKubeApiServer } from '../kube/api-server.js';
import type { ElectionEngine } from './election-suite.js';

/** A real API server; the first process reaches it through a fault proxy. */
export const startKubernetesElection = async (): Promise<ElectionEngine> => {
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
};
