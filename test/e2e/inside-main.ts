/** The part of `make e2e` in namespaces of its own: the files of images, then a folder and a control group for it alone. */
import { findNodePrograms } from '../kit/control-plane.js';
import { findProgram } from '../kit/find-program.js';
import { startCluster } from './cluster/cluster.js';
import { kubeletRoot } from './cluster/kubelet.js';
import { makeStorage, storageClass } from './cluster/storage.js';
import { startPages } from './pages.js';
import { play } from './play.js';
import { installing } from './scenarios/installing.js';
import { outages } from './scenarios/outages.js';
import { safety } from './scenarios/safety.js';
import { serving } from './scenarios/serving.js';
import { Stage } from './stage.js';
import { step } from './step.js';

const [folder = '', cgroup = ''] = process.argv.slice(-2);
const images = process.argv.slice(2, -2);
const place = { folder, cgroup };

// Whoever is outside ends everything else.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const api = await startCluster(place, images);
await step('storage', () => makeStorage(api, place));
const programs = { kubectl: findNodePrograms()!.kubectl, helm: findProgram('helm') };
const stage = new Stage({ kubeconfig: api.admin.kubeconfigFile, programs, folder, pages: await startPages() });
const { first, last } = installing({
  folder,
  kubeletDir: kubeletRoot(place),
  natsImage: { registry: 'localhost', repository: 'nats', tag: '1' },
  storageClass,
});
const { TINTYPE_TEST_HOLD: hold, TINTYPE_TEST_CASE: chosen = '' } = process.env;
const all = [...first, ...serving, ...safety, ...outages, ...last];
const failed = await play(
  stage,
  all.filter(({ name, isNeeded }) => isNeeded || name.includes(chosen)),
);
if (hold) {
  console.log(`Ctrl-C ends it. To look around, in another terminal:
  nsenter --net --mount --pid --target $(cat /proc/$(cat ${folder}/pid)/task/*/children) sh
  export KUBECONFIG=${api.admin.kubeconfigFile}; alias kubectl=${programs.kubectl}`);
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
}
process.exit(failed > 0 ? 1 : 0);
