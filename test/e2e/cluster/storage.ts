import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeApiServer } from '../../kit/kube-api-server.js';
import type { Place } from './place.js';

export const storageClass = 'folders';

const count = 2;

/** Folders of the node for who claims a volume. */
export const makeStorage = async (api: KubeApiServer, { folder }: Place): Promise<void> => {
  const volumes = Array.from({ length: count }, (_, at) => {
    const path = join(folder, 'volumes', String(at));
    mkdirSync(path, { recursive: true });
    // Whoever mounts it is no root, and folders are given to nobody.
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
