import type { SessionDependencies } from '@tintype/api/testing';
import type { PodRecord } from '@tintype/contracts';
import type { Pod } from '@tintype/crds';
import type { PodAgent } from '@tintype/operator/testing';
import { NoPodAnswer, PodNotReached } from '@tintype/runtime';
import type { SeededRandom } from '../played/seeded-random.js';
import type { SessionKubelet } from './kubelet.js';

const weights = { answers: 86, 'not reached': 4, 'request lost': 4, 'answer lost': 6 } as const;

export interface PodCalls {
  kubelet: SessionKubelet;
  random: SeededRandom;
  isTroubled: () => boolean;
}

const callPod = async <T>({ random, isTroubled }: PodCalls, work: () => T): Promise<T> => {
  const fate = isTroubled() ? random.weighted(weights) : 'answers';
  // The time of a loopback call.
  await new Promise((resolve) => setImmediate(resolve));
  if (fate === 'not reached') throw new PodNotReached('nobody was there');
  if (fate === 'request lost') throw new NoPodAnswer('the request was lost');
  const answer = work();
  if (fate === 'answer lost') throw new NoPodAnswer('the answer was lost');
  return answer;
};

export const operatorAgent = (calls: PodCalls): PodAgent => ({
  activate: ({ metadata: { uid } }: Pod, order) => callPod(calls, () => calls.kubelet.activate(uid, order)),
  close: ({ metadata: { uid } }: Pod, session): Promise<PodRecord> =>
    callPod(calls, () => calls.kubelet.close(uid, session)),
});

/** Visibly ended. */
const hasEnded = ({ kubelet }: PodCalls, uid: string): boolean => {
  const machine = kubelet.node.machines.get(uid);
  return machine?.life === 'ended' && !machine.isLost;
};

/** The api's calls to pods. A visibly ended pod counts as an answer. */
export const apiAgent = (calls: PodCalls): SessionDependencies['agent'] => ({
  confirm: ({ uid }, session) =>
    callPod(calls, () => !hasEnded(calls, uid) && calls.kubelet.node.reached(uid).confirm(session)),
  close: ({ uid }, session) =>
    callPod(calls, () => (hasEnded(calls, uid) ? undefined : { record: calls.kubelet.close(uid, session) })),
});
