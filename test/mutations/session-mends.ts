import type { SessionMutation } from './mutation.js';

const operator = (file: string) => `operator/dist/browser-session/${file}.js`;
const api = (file: string) => `api/dist/sessions/${file}.js`;
const machine = 'test/dist/explorer/machine.js';

/** Rules that mend a counterexample of the protocol as it was first written, each left out. */
export const sessionMends: readonly SessionMutation[] = [
  {
    name: 'without-latch',
    mistake: 'close for a session that the pod does not run is forgotten',
    patches: [
      {
        file: machine,
        from: '        this.#latched.add(session);',
        to: '        if (this.order?.session === session)\n            this.#latched.add(session);',
      },
    ],
  },
  {
    name: 'without-fence',
    mistake: 'the pod activates after startBy',
    patches: [{ file: machine, from: 'if (now > Date.parse(order.startBy))', to: 'if (now < 0)' }],
  },
  {
    name: 'without-sweep',
    mistake: 'the sweeper frees a slot as soon as it finds no object',
    patches: [
      {
        file: operator('sweep'),
        from: '    if (outside.clock.now() <= orphan.startBy + marginMs)',
        to: `    if (orphan.slot && !(await outside.store.get('BrowserSession', orphan.key)))
        await outside.slots.free(orphan.slot.account, orphan.session);
    if (outside.clock.now() <= orphan.startBy + marginMs)`,
      },
    ],
  },
  {
    name: 'without-rebind',
    mistake: 'another pod is bound though the first did not answer close',
    patches: [{ file: operator('claim'), from: 'return record ? bindAnother', to: 'return true ? bindAnother' }],
  },
  {
    name: 'without-hello',
    mistake: 'a session costs what it ran, whether anybody was given it or not',
    patches: [{ file: operator('settlement'), from: 'const credits = confirmed ?', to: 'const credits = record ?' }],
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
    mistake: 'a pod that cannot be asked never counts as dead when it is not known when it started',
    patches: [
      { file: operator('stop'), from: 'startBy + session.spec.maxTtlSeconds * 1000)', to: 'Number.POSITIVE_INFINITY)' },
    ],
  },
  {
    name: 'without-orphan',
    mistake: 'pods of sessions that are gone are not released',
    patches: [
      {
        file: operator('sweep'),
        from: '    await Promise.all(pods.map((pod) => releasePod(outside.store, pod)));\n',
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
      { file: operator('claim'), from: 'if (standing.uid === pass.session.metadata.uid)', to: 'if (standing)' },
      { file: operator('settle'), from: 'open?.uid === pass.session.metadata.uid', to: 'open !== undefined' },
    ],
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
