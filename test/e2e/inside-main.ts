/** The part of `make e2e` inside its own namespaces. Arguments: the images' folder, the run's folder, its control group. */
import { join } from 'node:path';
import { findNodePrograms } from '../kit/programs/control-plane.js';
import { findProgram } from '../kit/programs/test-programs.js';
import { readAudit } from './cluster/audit.js';
import { startCluster, storageClass } from './cluster/cluster.js';
import { watchConnections } from './cluster/connections.js';
import { kubeletRoot } from './cluster/kubelet.js';
import { addresses, startMetadata } from './cluster/network.js';
import { enforcePolicies } from './cluster/policies.js';
import { natsImage } from './images/bases.js';
import { playAll } from './play-all.js';
import { step } from './step.js';
import { Tools } from './tools.js';

const [, , images = '', folder = '', cgroup = ''] = process.argv;
const sandbox = { folder, cgroup };

// The outer process ends everything else.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const api = await startCluster(sandbox, images);
const nodePrograms = findNodePrograms()!;
const programs = { kubectl: nodePrograms.kubectl, helm: findProgram('helm') };
const { kubeconfigFile } = api.admin;
const environment = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfigFile };
const image = { pullPolicy: 'Never' };
// Name server and API server are programs on the node; the latter has any free port.
const networkPolicy = {
  dns: { to: [{ ipBlock: { cidr: `${addresses.node}/32` } }] },
  apiServer: { cidrs: [`${addresses.node}/32`], ports: [Number(new URL(api.admin.server).port)] },
};
const policies = await step('network policies', () =>
  enforcePolicies(nodePrograms['network-policies'], kubeconfigFile),
);
await startMetadata();
const failed = await playAll(new Tools({ programs, environment, folder }), {
  values: {
    image,
    seccomp: { installer: { kubeletDir: kubeletRoot(sandbox) } },
    nats: { image: { ...natsImage, ...image }, persistence: { storageClass } },
    networkPolicy,
  },
  reach: async () => fetch,
  insight: {
    watch: watchConnections,
    ...(policies && { policies }),
    audit: () => readAudit(sandbox),
    seccompFolder: join(kubeletRoot(sandbox), 'seccomp'),
  },
});
if (process.env.TINTYPE_TEST_HOLD) {
  console.log(`Ctrl-C ends the cluster. To enter it from another terminal:
  nsenter --net --mount --pid --target $(cat /proc/$(cat ${folder}/pid)/task/*/children) sh
  export KUBECONFIG=${kubeconfigFile}; alias kubectl=${programs.kubectl}`);
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
}
process.exit(failed > 0 ? 1 : 0);
