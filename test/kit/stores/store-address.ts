import type { ResourceStore } from '@tintype/crds';
import { connectNats, createLog } from '@tintype/runtime';
import { JetStreamStore, type KubernetesLimits, openKubernetesStore } from '@tintype/stores';

/** The place of objects, as JSON for another process. */
export type StoreAddress =
  | { kubeconfig: string; limits?: Partial<KubernetesLimits> }
  | { nats: string; bucket: string; bookmarkEveryMs?: number; markerSeconds?: number };

export const openStoreAt = async (place: StoreAddress, program: string): Promise<ResourceStore> => {
  const log = createLog(program, 'error');
  if ('kubeconfig' in place) {
    const { kubeconfig, limits = {} } = place;
    return openKubernetesStore({ source: { kubeconfig: [kubeconfig] }, program, log, limits });
  }
  const { nats: url, ...options } = place;
  return new JetStreamStore({ nats: await connectNats({ url: new URL(url), name: program, log }), ...options });
};
