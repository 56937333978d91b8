import type { Mistake } from './mutation.js';

const operator = (file: string) => `operator/dist/browser-session/${file}.js`;

/** Mistakes with pods that do not answer. */
export const sessionSilenceMutations: readonly Mistake[] = [
  {
    name: 'dead_at_once',
    mistake: 'a pod that does not answer counts as dead at once',
    patches: [{ file: operator('stop'), from: 'pass.now >= deadAt(pass)', to: 'true' }],
  },
  {
    name: 'hangs_on',
    mistake: 'a pod that does not answer is left to itself until its time is over',
    patches: [
      {
        file: operator('stop'),
        from: '(pass.hasBegunToEnd ? endByNode(pass, pod) : writeClosing(pass, pod, reason))',
        to: '(pass.hasBegunToEnd || writeClosing(pass, pod, reason))',
      },
    ],
  },
  {
    name: 'dead_when_deleted',
    mistake: 'a pod that does not answer counts as dead once it is deleted',
    patches: [
      {
        file: operator('stop'),
        from: 'if (record || hasEnded(pod))',
        to: 'if (record || hasEnded(pod) || pod.metadata.deletionTimestamp)',
      },
    ],
  },
  {
    name: 'dead_by_later',
    mistake: 'whether a pod counts as dead is judged when it has not answered, and not when it was read',
    patches: [{ file: operator('stop'), from: 'return countsAsDead ?', to: 'return pass.now >= deadAt(pass) ?' }],
  },
  {
    name: 'dead_by_answer',
    mistake: 'whether a pod counts as dead is judged when the API server has answered, and not when it was asked',
    patches: [
      {
        file: operator('stop'),
        from: 'endOf(pass, pod, countsAsDead)',
        to: 'endOf(pass, pod, pass.now >= deadAt(pass))',
      },
    ],
  },
  {
    name: 'unready_is_lost',
    mistake:
      'a pod that is not ready counts as one whose node is lost, also when its session had ended by itself before',
    patches: [
      {
        file: 'crds/dist/session-over.js',
        from: '(hasEndedByItself(known) && ownEndAt(known) <= at + nearMs)',
        to: 'known.record?.crashed',
      },
      { file: 'crds/dist/session-over.js', from: "{ reason: 'NodeLost', at }", to: "{ reason: 'NodeLost', at: 0 }" },
    ],
  },
];
