import type { Mistake } from './mutation.js';

const pool = (file: string) => `operator/dist/browser-pool/${file}.js`;
const operator = (file: string) => `operator/dist/browser-session/${file}.js`;

/** Mistakes with warm pods. */
export const sessionPoolMutations: readonly Mistake[] = [
  {
    name: 'queue_named',
    mistake: 'a session is given a pod that another one names in its status',
    patches: [{ file: pool('warm-pool'), from: 'memory.given.isSpokenFor(pod, session);', to: '!pod;' }],
  },
  {
    name: 'queue_claimed',
    mistake: 'claimed pods count as idle ones',
    patches: [
      { file: 'test/dist/explorer/played-pools.js', from: 'of(pool).filter(isUnclaimed)', to: 'of(pool)' },
      { file: pool('checks'), from: "(isUnclaimed(pod) ? undefined : 'Claimed')", to: 'undefined' },
    ],
  },
  {
    name: 'rotate_blind',
    mistake: 'a pool takes a pod away whatever its version',
    patches: [{ file: pool('remove-pod'), from: '{ uid, resourceVersion });', to: '{ uid });' }],
  },
  {
    name: 'second_claim',
    mistake: 'a pod of another session is claimed',
    patches: [
      {
        file: operator('checks'),
        from: "'PodOfAnother' : undefined",
        to: 'undefined : undefined',
      },
    ],
  },
  {
    name: 'second_owner',
    mistake: 'a pod of another session is claimed, and keeps its owner',
    patches: [
      {
        file: operator('checks'),
        from: "'PodOfAnother' : undefined",
        to: 'undefined : undefined',
      },
      {
        file: operator('resources'),
        from: 'ownerReferences: [controllerReference(session)]',
        to: 'ownerReferences: [...(metadata.ownerReferences ?? []), controllerReference(session)]',
      },
    ],
  },
  {
    name: 'unready_kept',
    mistake: 'another pod is bound in place of one that is not ready any more, and may be again',
    patches: [
      {
        file: operator('claim'),
        from: '(await ifUnchanged(() => deleteAsRead(pass.outside.store, pod))) ?? bindAnother',
        to: 'bindAnother',
      },
    ],
  },
  {
    name: 'pool_restless',
    mistake: 'a pool that has all it is to have is looked at again at once',
    patches: [
      {
        file: pool('reconcile'),
        from: 'pool.status))\n        return Number.POSITIVE_INFINITY;',
        to: 'pool.status))\n        return 0;',
      },
    ],
  },
  {
    name: 'never_back',
    mistake: 'a pod that was given out and never claimed does not come back',
    patches: [
      { file: pool('given-pods'), from: 'if (given && !this.#isHeld(given))', to: 'if (given && !given.podUid)' },
      {
        file: pool('given-pods'),
        from: 'if (!previous || previous.metadata.uid === current?.metadata.uid)',
        to: 'if (this.#sessions)',
      },
    ],
  },
];
