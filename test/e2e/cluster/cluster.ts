import { findNodePrograms, type NodePrograms } from '../../kit/control-plane.js';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube-api-server.js';
import { until } from '../../kit/until.js';
import { step } from '../step.js';
import { addresses, nodeName } from './addresses.js';
import { auditFlags } from './audit.js';
import { importImages, startContainerd } from './containerd.js';
import { startControllers } from './controllers.js';
import { startKubelet } from './kubelet.js';
import { makeNetwork } from './network.js';
import type { Place } from './place.js';

/** The namespace whose accounts are watched. */
export const installation = 'tintype';

const apiNames = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];

const startApi = (place: Place): Promise<KubeApiServer> =>
  startKubeApiServer({
    hosts: [addresses.node, addresses.apiService, ...apiNames],
    flags: [
      '--bind-address=0.0.0.0',
      `--advertise-address=${addresses.node}`,
      '--endpoint-reconciler-type=lease',
      '--allow-privileged=true',
      '--kubelet-preferred-address-types=InternalIP',
      ...auditFlags(place, installation),
    ],
  });

const installed = (): NodePrograms => {
  const found = findNodePrograms();
  if (!found) throw new Error('There is no kubelet: run node test/dist/kit/install-control-plane.js --node');
  return found;
};

const isReady = async (api: KubeApiServer): Promise<boolean> => {
  const { items } = await api.call('GET', '/api/v1/nodes');
  const conditions: { type: string; status: string }[] = items[0]?.status.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
};

/** A whole cluster with one node, in the namespaces that we are in. It ends with them. */
export const startCluster = async (place: Place, images: string): Promise<KubeApiServer> => {
  const programs = installed();
  await step('links of the node', makeNetwork);
  await step('containerd', () => startContainerd(place));
  const api = await step('etcd and kube-apiserver', () => startApi(place));
  await step('images', () => importImages(images));
  const node = await api.user(`system:node:${nodeName}`, { groups: ['system:nodes'] });
  await step('kubelet, and the node is ready', async () => {
    await startKubelet(programs.kubelet, place, node);
    await until('the node is ready', () => isReady(api));
  });
  // After the node is known: kube-proxy looks for it first, and then again half a minute later.
  await step('kube-controller-manager, kube-scheduler, kube-proxy, coredns', () =>
    startControllers(programs, api, place),
  );
  return api;
};
