import type { Mistake } from './mutation.js';

const operator = (file: string) => `operator/dist/browser-session/${file}.js`;
const api = (file: string) => `api/dist/sessions/${file}.js`;
const ledger = (file: string) => `ledger/dist/${file}.js`;

/** Mistakes in what comes of a session: what is said of it, what it costs, and what it leaves behind. */
export const sessionOutcomeMutations: readonly Mistake[] = [
  {
    name: 'disabled_opens',
    mistake: 'an account that is disabled opens sessions',
    patches: [
      {
        file: operator('checks'),
        from: "account?.disabled ? 'DisabledAccount'",
        to: 'account === undefined ? account',
      },
    ],
  },
  {
    name: 'proxy_when_activated',
    mistake: 'the proxy of the account is read when the pod is asked, which is to blame where that fails',
    patches: [
      { file: operator('reconcile'), from: '    findProxy, //', to: '    //' },
      {
        file: operator('activate'),
        from: 'outside.agent.activate(pod, order)',
        to: `outside.agent.activate(pod, {
            ...order,
            ...(order.proxy && { upstreamProxy: await outside.proxies.proxyOf(account) }),
        })`,
      },
    ],
  },
  {
    name: 'closed_settles',
    mistake: 'a session that a person has closed in its status goes back to Settling, and its kind lets it',
    patches: [
      { file: operator('freeze'), from: "pass.phase === 'Closed' ?", to: 'false ?' },
      {
        file: 'crds/dist/browser-session-rules.js',
        from: '!old.status?.phase || mayFollow(self.status?.phase, old.status.phase)',
        to: '!old.status?.phase || mayFollow !== undefined',
      },
    ],
  },
  {
    name: 'edited_is_deleted',
    mistake: 'a session that a person has ended in its status counts as deleted',
    patches: [
      {
        file: operator('stop'),
        from: "hasBegunToEnd || !status.startedAt ? 'StatusEdited'",
        to: "hasBegunToEnd || !status.startedAt ? 'Deleted'",
      },
    ],
  },
  {
    name: 'cost_is_settled',
    mistake: 'a session to which a person has written what it is to cost counts as stopped',
    patches: [{ file: operator('pass'), from: '!isFixed(this.status)', to: 'this.status.credits === undefined' }],
  },
  {
    name: 'status_by_hand',
    mistake: 'people may write into a status what only the operator can know',
    patches: [
      {
        file: 'crds/dist/browser-session-status-rules.js',
        from: 'export const browserSessionStatusRules = [',
        to: 'export const browserSessionStatusRules = []; const unasked = [',
      },
    ],
  },
  {
    name: 'bound_by_hand',
    mistake: 'a session of which a person has written that it is being bound is opened without a slot',
    patches: [{ file: operator('admit'), from: "(phase === 'Binding' && !status.pod)", to: 'status === undefined' }],
  },
  {
    name: 'active_for_ever',
    mistake: 'a session that is active, and of which nobody knows since when, goes on',
    patches: [
      {
        file: operator('stop'),
        from: "hasBegunToEnd || !status.startedAt ? 'StatusEdited'",
        to: "hasBegunToEnd ? 'StatusEdited'",
      },
    ],
  },
  {
    name: 'any_end_crashed',
    mistake: 'a pod that has ended before it was asked to counts as one whose browser has crashed',
    patches: [
      {
        file: operator('stop'),
        from: 'return over ?? status.closeReason',
        to: "return (over && pod && hasEnded(pod) ? 'BrowserCrashed' : over) ?? status.closeReason",
      },
    ],
  },
  {
    name: 'unbounded',
    mistake: 'credits have no cap, and a session that outlives its time is charged for that',
    patches: [
      {
        file: operator('settlement'),
        from: 'endsOf(session, { ...ending, record })',
        to: 'endsOf({ ...session, status: { ...status, expiresAt: undefined } }, { ...ending, record })',
      },
      {
        file: ledger('session-charge'),
        from: 'Math.min(Math.ceil(maxTtlSeconds / 60), Math.max(1, Math.ceil(openMs / minuteMs)))',
        to: 'Math.max(1, Math.ceil(openMs / minuteMs))',
      },
    ],
  },
  {
    name: 'deleted_is_no_end',
    mistake: 'a session that was deleted goes on until its browser has ended',
    patches: [{ file: 'crds/dist/session-over.js', from: 'endedAt, metadata.deletionTimestamp, ', to: 'endedAt, ' }],
  },
  {
    name: 'whole_life',
    mistake: 'a session costs its longest life, however long it ran',
    patches: [
      {
        file: ledger('session-end'),
        from: 'isPaid ? sessionCredits(end - start, maxTtlSeconds)',
        to: 'isPaid ? sessionCredits(maxTtlSeconds * 1000, maxTtlSeconds)',
      },
    ],
  },
  {
    name: 'charge_endless',
    mistake: 'the charge does not say when the session ended',
    patches: [{ file: operator('charge-of'), from: ', endedAt: status?.endedAt };', to: ' };' }],
  },
  {
    name: 'own_is_truth',
    mistake: 'a charge that is there already is taken for the own',
    patches: [{ file: operator('charge'), from: '!agrees(standing, pass)', to: 'false' }],
  },
  {
    name: 'nothing_counted',
    mistake: 'what the caller did in its session is not counted',
    patches: [{ file: operator('settlement'), from: 'counts: record?.counts ?? noActions', to: 'counts: noActions' }],
  },
  {
    name: 'close_keeps_slot',
    mistake: 'DELETE leaves the slot to the operator',
    patches: [{ file: api('close-session'), from: '(await isSlotHolder(outside, session))', to: '(!session)' }],
  },
  {
    name: 'leaves_what_it_gives_up',
    mistake: 'the api does not delete a session that it gives up',
    patches: [{ file: api('open-session'), from: '        await closeSession(outside, key);\n', to: '' }],
  },
  {
    name: 'tries_for_ever',
    mistake: 'a session is given one pod after another that opens no browser for it',
    patches: [{ file: operator('bind'), from: 'const mostAttempts = 5;', to: 'const mostAttempts = Infinity;' }],
  },
  {
    name: 'kept_for_ever',
    mistake: 'a session that is over is kept for ever',
    patches: [{ file: operator('release'), from: 'if (afterMs > 0)\n', to: 'if (since)\n' }],
  },
  {
    name: 'slot_unswept',
    mistake: 'the sweeper frees no slot',
    patches: [{ file: operator('sweep'), from: 'if (left.slot)\n', to: 'if (left.slot === null)\n' }],
  },
  {
    name: 'open_unswept',
    mistake: 'the sweeper charges no open',
    patches: [{ file: operator('sweep'), from: 'if (left.open)\n', to: 'if (left.open === null)\n' }],
  },
  {
    name: 'late_open_unswept',
    mistake: 'an open that took effect when its session had failed waits until that is gone',
    patches: [{ file: operator('orphans'), from: ' || looksForNoOpen(standing)', to: '' }],
  },
  {
    name: 'sweep_by_labels',
    mistake: 'the sweeper finds pods of sessions by their labels alone',
    patches: [
      {
        file: operator('sweep'),
        from: "list('Pod', { ...outside.scope })",
        to: "list('Pod', { labels: { 'app.kubernetes.io/managed-by': 'tintype-operator' } })",
      },
    ],
  },
  {
    name: 'over_keeps_slot',
    mistake: 'a slot that is taken again by itself is left to a session that is over',
    patches: [{ file: operator('orphans'), from: '        ...(slot && needsNoSlot(standing) && { slot }),\n', to: '' }],
  },
];
