import type { PodRecord } from '@tintype/contracts';
import type { Pod } from '@tintype/crds';
import type { Pass } from './pass.js';

/** The pod's answer to `close`, after which it runs no browser for the session; undefined when it did not answer. */
export const askToClose = async ({ outside, id }: Pass, pod: Pod): Promise<PodRecord | undefined> => {
  try {
    return await outside.agent.close(pod, id);
  } catch {
    return undefined;
  }
};
