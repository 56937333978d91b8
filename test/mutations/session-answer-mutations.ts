import type { Mistake } from './mutation.js';

const opening = 'api/dist/sessions/open-session.js';

/** What a failed confirmation leaves in doubt. */
const doubt = 'isInDoubt ||= !(error instanceof NotReached);';
/** What comes of one that the pod refuses. */
const refusal = 'return isInDoubt && (await wasConfirmed(outside, pod, order.session));';

/** Mistakes in what the api tells those who ask for a session. */
export const sessionAnswerMutations: readonly Mistake[] = [
  {
    name: 'silence_refuses',
    mistake: 'a confirmation without an answer counts as refused, and the caller is told 503',
    patches: [{ file: opening, from: doubt, to: 'return false;' }],
  },
  {
    name: 'not_confirmed',
    mistake: 'the api answers 201 without a confirmation',
    patches: [{ file: opening, from: 'await isConfirmed(outside, session, order)', to: 'true' }],
  },
  {
    name: 'refusal_is_201',
    mistake: 'the api answers 201 though the pod refuses to confirm',
    patches: [{ file: opening, from: refusal, to: 'return true;' }],
  },
  {
    name: 'refusal_in_doubt_is_201',
    mistake: 'the api answers 201 when the pod refuses after it was silent, and does not ask for its record',
    patches: [{ file: opening, from: refusal, to: 'return isInDoubt;' }],
  },
  {
    name: 'not_reached_is_doubt',
    mistake: 'a pod in which nobody was there to be asked counts as one that may have confirmed',
    patches: [{ file: opening, from: doubt, to: 'isInDoubt = true;' }],
  },
  {
    name: 'heard_is_not_reached',
    mistake: 'a pod whose answer was lost counts as one that was not asked',
    patches: [{ file: opening, from: doubt, to: 'isInDoubt ||= error === undefined;' }],
  },
  {
    name: 'silence_is_429',
    mistake: 'an account whose slots are not known counts as one that has none free',
    patches: [
      {
        file: opening,
        from: '        await freeSlot(outside, order);\n        throw error;\n',
        to: '        await freeSlot(outside, order);\n        return false;\n',
      },
    ],
  },
  {
    name: 'gone_unread',
    mistake: 'the api reads the status of a session that is gone',
    patches: [{ file: opening, from: 'session && isActive(session)', to: 'isActive(session)' }],
  },
  {
    name: 'repeat_by_name',
    mistake:
      'whether a create that is sent again has a slot is left to what the server remembers of it, as long as any is free',
    patches: [{ file: 'ledger/dist/slots.js', from: ' || order.mayHaveOne ||', to: ' ||' }],
  },
  {
    name: 'repeat_in_no_doubt',
    mistake: 'the api takes for sure that nobody was given a session that an earlier request has begun',
    patches: [{ file: opening, from: 'let isInDoubt = mayBeGiven;', to: 'let isInDoubt = false;' }],
  },
  {
    name: 'repeat_is_free',
    mistake: 'a session that an earlier request has begun is said to cost nothing, whatever has become of it',
    patches: [{ file: opening, from: 'this.isFree = !mayBeGiven;', to: 'this.isFree = true;' }],
  },
  {
    name: 'repeat_waits',
    mistake: 'a create that is sent again waits until its api hears that the session is open, though that was read',
    patches: [{ file: opening, from: 'order.active ?? ', to: '' }],
  },
  {
    name: 'asks_for_ever',
    mistake: 'the api asks the pod for a confirmation though its caller waits no more',
    patches: [{ file: opening, from: 'if (order.signal.aborted)\n            return isInDoubt;\n', to: '' }],
  },
  {
    name: 'deleted_is_closed',
    mistake: 'DELETE answers once the object is deleted, and the browser is the operator’s to stop',
    patches: [
      {
        file: 'api/dist/sessions/close-session.js',
        from: '    const end = pod &&',
        to: '    if (pod)\n        return { session, end: undefined };\n    const end = pod &&',
      },
    ],
  },
];
