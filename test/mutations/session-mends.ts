import type { Mistake } from './mutation.js';

const operator = (file: string) => `operator/dist/browser-session/${file}.js`;
const api = (file: string) => `api/dist/sessions/${file}.js`;
const life = 'browser-node/dist/session/life/life.js';

/** Rules that mend a counterexample of the protocol as it was first written, each left out. */
export const sessionMends: readonly Mistake[] = [
  {
    name: 'no_own_timer',
    mistake: 'the pod has no timer of its own',
    patches: [{ file: life, from: 'const { order, begun, confirmed } = this.#run;', to: 'return Infinity;' }],
  },
  {
    name: 'late_kill',
    mistake: 'the node of a pod is told to end it a minute later',
    patches: [{ file: operator('times'), from: 'latestEnd(bounds) + endingMs', to: 'latestEnd(bounds) + 80_000' }],
  },
  {
    name: 'without-latch',
    mistake: 'close for a session that the pod does not run is forgotten',
    patches: [
      {
        file: life,
        from: '        this.#latched.add(session);',
        to: '        if (this.runs(session))\n            this.#latched.add(session);',
      },
    ],
  },
  {
    name: 'without-fence',
    mistake: 'the pod activates after startBy',
    patches: [{ file: life, from: 'if (at.now > order.startBy)', to: 'if (at.now < 0)' }],
  },
  {
    name: 'without-sweep',
    mistake: 'the sweeper frees a slot as soon as it finds no object',
    patches: [
      {
        file: operator('sweep'),
        from: '    const orphans = orphansOf(remains).filter(',
        to: `    for (const { slot, key } of orphansOf(remains))
        if (slot && !(await outside.store.get('BrowserSession', key)))
            await outside.slots.free(slot.account, slot.session);
    const orphans = orphansOf(remains).filter(`,
      },
    ],
  },
  {
    name: 'without-rebind',
    mistake: 'another pod is bound though the first did not answer close',
    patches: [{ file: operator('give-up-pod'), from: 'return record ? bindAnother', to: 'return true ? bindAnother' }],
  },
  {
    name: 'without-hello',
    mistake: 'a session costs what it ran, whether anybody was given it or not',
    patches: [{ file: operator('settlement'), from: 'isPaid: confirmed && ', to: 'isPaid: ' }],
  },
  {
    name: 'without-keep404',
    mistake: 'an api that finds no object after a create of unknown effect frees the slot',
    patches: [
      {
        file: api('open-session'),
        from: '        await closeSession(outside, key);',
        to: `        if (!(await closeSession(outside, key)))
            await outside.slots.free('acme', key.name.replace('-', '_'));`,
      },
    ],
  },
  {
    name: 'without-bound',
    mistake: 'a pod that cannot be asked never counts as dead',
    patches: [{ file: operator('times'), from: 'latestEnd(bounds) + marginMs', to: 'Number.POSITIVE_INFINITY' }],
  },
  {
    name: 'without-orphan',
    mistake: 'pods of sessions that are gone are not released',
    patches: [
      {
        file: operator('sweep'),
        from: '    for (const pod of pods)\n        await releasePod(outside.store, pod);\n',
        to: '',
      },
    ],
  },
  {
    name: 'orphan_early',
    mistake: 'the open of a session that is gone is charged while its pod may still run',
    patches: [
      {
        file: operator('sweep'),
        from: '    if (ends.some((end) => end === undefined))\n        return;\n',
        to: '',
      },
    ],
  },
  {
    name: 'without-uid',
    mistake: 'an open of another object of the same name counts as the own',
    patches: [
      { file: operator('open'), from: 'if (standing.uid === pass.session.metadata.uid)', to: 'if (standing)' },
      {
        file: operator('pass'),
        from: '(await this.findOpen())?.uid === this.#session.metadata.uid',
        to: '(await this.findOpen()) !== undefined',
      },
    ],
  },
  {
    name: 'foreign_frees',
    mistake: 'a second object of the same name frees the slot of the first',
    patches: [{ file: operator('release'), from: 'open ? open.uid !== uid :', to: 'open ? false :' }],
  },
  {
    name: 'foreign_close_frees',
    mistake: 'DELETE of a second object of the same name frees the slot of the first',
    patches: [{ file: api('close-session'), from: 'if (await isSlotHolder(outside, session))', to: 'if (true)' }],
  },
  {
    name: 'close_frees_unopened',
    mistake: 'DELETE frees the slot of a session that has no open yet',
    patches: [{ file: api('close-session'), from: 'return open?.uid ===', to: 'return !open || open.uid ===' }],
  },
  {
    name: 'frees_unopened',
    mistake: 'a session that was never open frees its slot, though an earlier one of its name has a pod',
    patches: [{ file: operator('release'), from: ': await hasPodOfAnother(pass);', to: ': false;' }],
  },
  {
    name: 'frees_any',
    mistake: 'a session that was never open frees what a later one of its name has taken since',
    patches: [{ file: operator('release'), from: 'open ? undefined : { uid }', to: 'undefined' }],
  },
  {
    name: 'open_unseen',
    mistake: 'a session is opened without a look whether it is still there',
    patches: [{ file: operator('open'), from: 'if (!(await pass.isUnchanged()))', to: 'if (false)' }],
  },
  {
    name: 'keep_any',
    mistake: 'a session that was kept for a while is deleted by its name alone',
    patches: [
      {
        file: operator('release'),
        from: "delete('BrowserSession', { namespace, name }, { uid })",
        to: "delete('BrowserSession', { namespace, name })",
      },
    ],
  },
  {
    name: 'give_up_any',
    mistake: 'a pod that did not open is deleted by its name alone',
    patches: [
      {
        file: operator('delete-pod'),
        from: "delete('Pod', { namespace, name }, { uid })",
        to: "delete('Pod', { namespace, name })",
      },
    ],
  },
  {
    name: 'activates_deleted',
    mistake: 'a pod of ours that is being deleted is activated',
    patches: [
      {
        file: operator('claim'),
        from: "if (pod.metadata.deletionTimestamp)\n        return giveUpPod(pass, pod, 'PodDeleted');",
        to: '',
      },
    ],
  },
  {
    name: 'lost_costs',
    mistake: 'a session whose node was lost costs what its pod says later',
    patches: [{ file: operator('settlement'), from: "confirmed && closeReason !== 'NodeLost'", to: 'confirmed' }],
  },
  {
    name: 'without-opslot',
    mistake: 'the operator takes a slot for sessions made by kubectl alone',
    patches: [
      {
        file: operator('admit'),
        from: 'const held = await outside.slots.take',
        to: 'const held = session.spec.startBy !== undefined || await outside.slots.take',
      },
    ],
  },
];
