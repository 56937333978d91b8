import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube/api-server.js';
import { findNodePrograms, type NodePrograms } from '../../kit/programs/control-plane.js';
import { until } from '../../kit/until.js';
import type { Sandbox } from '../machine/sandbox.js';
import { step } from '../step.js';
import { auditFlags } from './audit.js';
import { importImages, startContainerd } from './containerd.js';
import { startControllers } from './controllers.js';
import { startKubelet } from './kubelet.js';
import { addresses, makeNetwork, nodeName } from './network.js';

export const storageClass = 'folders';

const volumeCount = 2;

const makeStorage = async (api: KubeApiServer, { folder }: Sandbox): Promise<void> => {
  const volumes = Array.from({ length: volumeCount }, (_, at) => {
    const path = join(folder, 'volumes', String(at));
    mkdirSync(path, { recursive: true });
    // Pods that mount it do not run as root, and nothing changes the owner of a hostPath.
    chmodSync(path, 0o777);
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `folder-${at}` },
      spec: {
        storageClassName: storageClass,
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '10Gi' },
        hostPath: { path, type: 'Directory' },
        persistentVolumeReclaimPolicy: 'Retain',
      },
    };
  });
  const definition = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: storageClass },
    provisioner: 'kubernetes.io/no-provisioner',
  };
  await api.apply([definition, ...volumes]);
};

/** The audit log covers the accounts of this namespace. */
export const installation = 'tintype';

const apiNames = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];

const startApi = (sandbox: Sandbox): Promise<KubeApiServer> =>
  startKubeApiServer({
    hosts: [addresses.node, addresses.apiService, ...apiNames],
    flags: [
      '--bind-address=0.0.0.0',
      `--advertise-address=${addresses.node}`,
      '--endpoint-reconciler-type=lease',
      '--allow-privileged=true',
      '--kubelet-preferred-address-types=InternalIP',
      ...auditFlags(sandbox, installation),
    ],
  });

const installed = (): NodePrograms => {
  const found = findNodePrograms();
  if (!found) throw new Error('There is no kubelet. Run: node test/dist/kit/programs/install-control-plane.js --node');
  return found;
};

const isReady = async (api: KubeApiServer): Promise<boolean> => {
  const { items } = await api.call('GET', '/api/v1/nodes');
  const conditions: { type: string; status: string }[] = items[0]?.status.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
};

const startNode = async (kubelet: string, sandbox: Sandbox): Promise<KubeApiServer> => {
  const api = await step('etcd and kube-apiserver', () => startApi(sandbox));
  const node = await api.user(`system:node:${nodeName}`, { groups: ['system:nodes'] });
  await step('kubelet, and the node is ready', async () => {
    await startKubelet(kubelet, sandbox, node);
    await until('the node is ready', () => isReady(api));
  });
  return api;
};

/** A cluster with one node in our own namespaces. It ends with them. */
export const startCluster = async (sandbox: Sandbox, images: string): Promise<KubeApiServer> => {
  const programs = installed();
  await step('links of the node', makeNetwork);
  await step('containerd', () => startContainerd(sandbox));
  // The import uses one processor. Nothing starts a pod before the controllers do.
  const [api] = await Promise.all([startNode(programs.kubelet, sandbox), step('images', () => importImages(images))]);
  // After the node is registered: kube-proxy looks for it once, and again only 30 s later.
  await step('kube-controller-manager, kube-scheduler, kube-proxy, coredns', () =>
    startControllers(programs, api, sandbox),
  );
  await step('storage', () => makeStorage(api, sandbox));
  return api;
};
