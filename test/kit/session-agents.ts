import type { SessionsOutside } from '@tintype/api';
import type { PodRecord } from '@tintype/contracts';
import type { Pod } from '@tintype/crds';
import type { PodAgent } from '@tintype/operator';
import type { SeededRandom } from './seeded-random.js';
import type { SessionKubelet } from './session-kubelet.js';

/** What may happen to a call on a pod, and how often of all of them. */
const weights = { answers: 88, 'request lost': 5, 'answer lost': 7 } as const;

export interface PodCalls {
  kubelet: SessionKubelet;
  random: SeededRandom;
  isTroubled: () => boolean;
}

const callPod = async <T>({ random, isTroubled }: PodCalls, work: () => T): Promise<T> => {
  const fate = isTroubled() ? random.weighted(weights) : 'answers';
  // As long as a call of the loopback takes.
  await new Promise((resolve) => setImmediate(resolve));
  if (fate === 'request lost') throw new Error('the request was lost');
  const answer = work();
  if (fate === 'answer lost') throw new Error('the answer was lost');
  return answer;
};

/** The operator's calls on pods. */
export const operatorAgent = (calls: PodCalls): PodAgent => ({
  activate: ({ metadata: { uid } }: Pod, order) => callPod(calls, () => calls.kubelet.activate(uid, order)),
  close: ({ metadata: { uid } }: Pod, session): Promise<PodRecord> =>
    callPod(calls, () => calls.kubelet.close(uid, session)),
});

/** The api's. A pod that is seen to have ended is as good as one that answers. */
export const apiAgent = (calls: PodCalls): SessionsOutside['agent'] => ({
  confirm: ({ uid }, session) => callPod(calls, () => calls.kubelet.node.reached(uid).confirm(session)),
  close: ({ uid }, session) =>
    callPod(calls, () => {
      const machine = calls.kubelet.node.machines.get(uid);
      const mayRun = machine?.life !== 'ended' || machine.isLost;
      return mayRun ? { record: calls.kubelet.close(uid, session) } : undefined;
    }),
});
