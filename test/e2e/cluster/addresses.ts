/** All of it is inside the network namespace of a run, and reaches nobody else's addresses. */
export const addresses = {
  /** Of the one node, which everything but pods is on. */
  node: '10.201.0.1',
  nodeNetwork: '10.201.0.0/24',
  pods: '10.202.0.0/16',
  /** The API server's own flag says so too (kube-flags.ts). */
  services: '10.96.0.0/16',
  apiService: '10.96.0.1',
  /** Where clouds tell a machine its secrets. */
  metadata: '169.254.169.254',
} as const;

export const nodeName = 'node-1';
export const kubeletPort = 10_250;
export const clusterDomain = 'cluster.local';
