import { keyText, type Pod } from '@tintype/crds';
import type { PoolOutside } from './dependencies.js';
import { hadNoEffect } from './had-no-effect.js';
import { poolKeyOf } from './pool-pod.js';

/** Only as it was seen: whoever has claimed it since has written a later version, and keeps it. */
export const removePod = async ({ store, memory }: PoolOutside, pod: Pod): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = pod.metadata;
  memory.expectations.expectDeletion(poolKeyOf(pod) ?? keyText(pod.metadata), pod.metadata);
  try {
    await store.delete('Pod', { namespace, name }, { uid, resourceVersion });
  } catch (error) {
    if (hadNoEffect(error)) memory.expectations.withdrawDeletion(uid);
    else memory.expectations.doubtDeletion(uid);
    throw error;
  }
};
