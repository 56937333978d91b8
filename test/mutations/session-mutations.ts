import type { Mistake } from './mutation.js';

const operator = (file: string) => `operator/dist/browser-session/${file}.js`;
const api = (file: string) => `api/dist/sessions/${file}.js`;

/** The end is when the operator gets to it. */
const endsNow = [
  {
    file: operator('settlement'),
    from: 'const ends = isTold(record, ending.pod) ? known : [...known, ending.seenAt]',
    to: 'const ends = [ending.now]',
  },
  {
    file: operator('freeze'),
    from: 'settlement(pass.session, pass.ending, pass.id)',
    to: 'settlement(pass.session, { ...pass.ending, now: pass.now }, pass.id)',
  },
];

/** Steps in another order, and what they must never do. */
export const sessionMutations: readonly Mistake[] = [
  {
    name: 'finalizer_first',
    mistake: 'the finalizer is removed before the charge is written',
    patches: [
      {
        file: operator('reconcile'),
        from: '    charge, //',
        to: "    async (pass) => (pass.isDeleted && pass.phase === 'Settling' ? forget(pass) : undefined),\n    charge, //",
      },
    ],
  },
  {
    name: 'charge_unfrozen',
    mistake: 'the charge is written before its inputs are frozen',
    patches: [
      { file: operator('reconcile'), from: '    freeze, //', to: '    charge,\n    freeze, //' },
      {
        file: operator('charge'),
        from: "import { chargeOf } from './charge-of.js';",
        to: "import { chargeOf } from './charge-of.js';\nimport { settlement } from './settlement.js';",
      },
      {
        file: operator('charge'),
        from: 'if (!isToCharge(pass))',
        to: "if (!pass.ending && pass.phase !== 'Settling')",
      },
      {
        file: operator('charge'),
        from: 'const differs = !agrees',
        to: "const differs = pass.phase === 'Settling' && !agrees",
      },
      {
        file: operator('charge'),
        from: 'chargeOf(pass)',
        to: `chargeOf({
        id: pass.id,
        now: pass.now,
        session: pass.ending
            ? { ...pass.session, status: { ...pass.status, ...settlement(pass.session, pass.ending, pass.id) } }
            : pass.session,
    })`,
      },
    ],
  },
  {
    name: 'second_charge',
    mistake: 'a charge is written whether there is one or not',
    patches: [{ file: 'ledger/dist/session-books.js', from: 'expect: { lastSubjectSequence: 0 }, ', to: '' }],
  },
  { name: 'now', mistake: 'endedAt is the time of the settling', patches: endsNow },
  {
    name: 'no_cap',
    mistake: 'credits have no cap, and endedAt is the time of the settling',
    patches: [
      ...endsNow,
      {
        file: 'ledger/dist/session-charge.js',
        from: 'Math.min(Math.ceil(maxTtlSeconds / 60), Math.max(1, Math.ceil(openMs / minuteMs)))',
        to: 'Math.max(1, Math.ceil(openMs / minuteMs))',
      },
    ],
  },
  {
    name: 'charge_blind',
    mistake: 'a charge is written without a look for the open',
    patches: [
      {
        file: operator('charge'),
        from: '(await pass.isInBooks()) ? writeCharge(pass) : leaveUncharged(pass)',
        to: 'writeCharge(pass)',
      },
    ],
  },
  {
    name: 'free_before_stop',
    mistake: 'DELETE frees the slot before the browser is stopped',
    patches: [
      {
        file: api('close-session'),
        from: '    const end = pod &&',
        to: '    await outside.slots.free(session.spec.account, sessionId(session));\n    const end = pod &&',
      },
    ],
  },
  {
    name: 'operator_frees_first',
    mistake: 'the operator frees the slot before the browser is stopped',
    patches: [
      {
        file: operator('stop'),
        from: '    const end = await endOf',
        to: '    await pass.outside.slots.free(pass.session.spec.account, pass.id);\n    const end = await endOf',
      },
    ],
  },
  {
    name: 'pod_of_another',
    mistake: 'a pod that does not answer is deleted, whoever has claimed it',
    patches: [
      {
        file: operator('stop'),
        from: 'whose(pod, pass.session) !== "another\'s" && ',
        to: '',
      },
    ],
  },
  {
    name: 'any_version',
    mistake: 'a pod that does not answer is deleted as it is by then, and not as it was read',
    patches: [{ file: operator('delete-as-read'), from: '{ uid, resourceVersion })', to: '{ uid })' }],
  },
  {
    name: 'failed_not_stopped',
    mistake: 'a session that failed is not closed on its pod',
    patches: [{ file: operator('stop'), from: "    phase === 'Failed' ||\n", to: '' }],
  },
  {
    name: 'stop_by_cache',
    mistake: 'what is stopped is the pod as the cache has it',
    patches: [
      { file: operator('stop'), from: 'const pod = await pass.readPod();', to: 'const pod = await pass.boundPod();' },
    ],
  },
  {
    name: 'conflict_moves_on',
    mistake: 'after a conflict the claim moves on to another pod',
    patches: [
      {
        file: operator('claim'),
        from: 'return claim(pass, await pass.readPod());',
        to: "return bindAnother(pass, 'PodOfAnother');",
      },
    ],
  },
  {
    name: 'claim_blind',
    mistake: 'a pod is claimed whatever its version',
    patches: [
      {
        file: operator('claim'),
        from: 'claimedPod(pod, pass.session, pass.now)',
        to: 'claimedPod((await pass.readPod()) ?? pod, pass.session, pass.now)',
      },
    ],
  },
  {
    name: 'blind_status',
    mistake: 'the status is written whatever the version of the object',
    patches: [
      {
        file: operator('pass'),
        from: "this.outside.store.updateStatus('BrowserSession', { ...this.#session, status });",
        to: `this.outside.store.updateStatus('BrowserSession', {
            ...((await this.outside.store.get('BrowserSession', this.#session.metadata)) ?? this.#session),
            status,
        });`,
      },
    ],
  },
  {
    name: 'open_late',
    mistake: 'the pod is activated before the open is written',
    patches: [
      { file: operator('reconcile'), from: '    open, // Binding', to: '    // Binding' },
      { file: operator('reconcile'), from: '    watchOver, //', to: '    open,\n    watchOver, //' },
      {
        file: operator('open'),
        from: 'if (!pass.isBinding)\n        return undefined;\n    if (!(await pass.isUnchanged()))',
        to: "if (pass.phase !== 'Active')\n        return undefined;\n    if (!(await pass.isUnchanged()))",
      },
    ],
  },
  {
    name: 'no_startby',
    mistake: 'there is no startBy: it is an hour later',
    patches: [
      {
        file: operator('times'),
        from: 'spec.startBy ? Date.parse(spec.startBy) :',
        to: 'spec.startBy ? Date.parse(spec.startBy) + 3_600_000 :',
      },
      // Nor is one too late.
      { file: operator('times'), from: 'limits.sessionLatestStartSeconds * 1000', to: '7_200_000' },
    ],
  },
  {
    name: 'late_active',
    mistake: 'an answer to activate after startBy still makes the session Active',
    patches: [
      {
        file: operator('activate'),
        from: "    if (pass.now > pass.startBy)\n        return { reason: 'StartTimeout', afterMs: 0 };\n",
        to: '',
      },
    ],
  },
  {
    name: 'expires_from_now',
    mistake: 'the longest life counts from when the session is seen to be open',
    patches: [{ file: operator('activate'), from: 'expiresAtOf(Date.parse(startedAt),', to: 'expiresAtOf(pass.now,' }],
  },
  {
    name: 'leaves_work',
    mistake: 'a pass that fails leaves something under way',
    patches: [
      {
        file: operator('release'),
        from: '    for (const pod of own)\n        await releasePod(pass.outside.store, pod);\n',
        to: '    await Promise.all(own.map((pod) => releasePod(pass.outside.store, pod)));\n',
      },
    ],
  },
  {
    name: 'no_finalizer',
    mistake: 'a session made by kubectl gets no finalizer',
    patches: [{ file: operator('reconcile'), from: '    addFinalizer, //', to: '    //' }],
  },
  {
    name: 'no_record_finalizer',
    mistake: 'a claimed pod gets no finalizer',
    patches: [
      {
        file: operator('resources'),
        from: '} = addFinalizer(pod, recordFinalizer);',
        to: '} = pod;',
      },
    ],
  },
  {
    name: 'release_first',
    mistake: 'the pod is released before its end is copied',
    patches: [
      {
        file: operator('reconcile'),
        from: '    freeze, //',
        to: '    async (pass) => (pass.ending?.pod ? releasePod(pass.outside.store, pass.ending.pod) : undefined),\n    freeze, //',
      },
      {
        file: operator('reconcile'),
        from: "import { stop } from './stop.js';",
        to: "import { stop } from './stop.js';\nimport { releasePod } from './release-pod.js';",
      },
    ],
  },
  {
    name: 'one_more',
    mistake: 'an account has one slot more than its limit',
    patches: [{ file: 'ledger/dist/slots.js', from: '{ length: limit }', to: '{ length: limit + 1 }' }],
  },
  {
    name: 'slot_by_name',
    mistake: 'whether a session has a slot is left to what the server remembers of it, as long as any is free',
    patches: [
      {
        file: 'ledger/dist/slots.js',
        from: 'const looks = order.uid !== undefined || ',
        to: 'const looks = ',
      },
    ],
  },
  {
    name: 'swept_unread',
    mistake: 'the sweeper reads an open that is not there',
    patches: [{ file: operator('sweep'), from: 'open?.options.maxTtlSeconds ??', to: 'open.options.maxTtlSeconds ??' }],
  },
  {
    name: 'sweep_dead_by_answer',
    mistake: 'the sweeper judges whether a pod counts as dead when the API server has answered',
    patches: [
      {
        file: operator('sweep'),
        from: '{ pod, countsAsDead }))',
        to: '{ pod, countsAsDead: outside.clock.now() > deadAt(boundsOf(left)) }))',
      },
    ],
  },
  {
    name: 'sweep_by_later',
    mistake: 'the sweeper judges what it has read by a later time',
    patches: [{ file: operator('sweep'), from: '(startBy, readAt)', to: '(startBy, outside.clock.now())' }],
  },
];
