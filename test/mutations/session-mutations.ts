import { type Mutation, slipIn } from './mutation.js';
import {
  answer,
  argument,
  assigned,
  before,
  call,
  condition,
  element,
  initializer,
  operand,
  property,
  remove,
  replace,
  statement,
  swap,
} from './syntax.js';

const api = slipIn('api');
const ledger = slipIn('ledger');
const node = slipIn('browser-node');
const operator = slipIn('operator');

/** Mistakes in the life of a session, which the explorer detects; first those of the steps in order. */
export const sessionMutations: readonly Mutation[] = [
  {
    name: 'no_finalizer',
    mistake: 'a session made by kubectl gets no finalizer',
    slips: [operator('steps', remove(element('addFinalizer')))],
  },
  {
    name: 'never_late',
    mistake: 'a session that is not open by startBy keeps waiting',
    slips: [operator('steps', remove(element('failLate')))],
  },
  {
    name: 'without-opslot',
    mistake: 'the operator takes a slot for sessions made by kubectl alone',
    slips: [operator('refusal', replace(call('take'), '(session.spec.startBy !== undefined || $&)'))],
  },
  {
    name: 'without-rebind',
    mistake: 'another pod is bound though the first did not answer close',
    slips: [operator('giveUpPod', replace(condition('record'), 'true'))],
  },
  {
    name: 'claim_blind',
    mistake: 'a pod is claimed at any version',
    slips: [operator('writeClaim', replace(argument('claimedPod', 0), '(await pass.readPod()) ?? pod'))],
  },
  {
    name: 'no_proxy',
    mistake: "no step reads the account's proxy before the browser is opened",
    slips: [operator('steps', remove(element('findProxy')))],
  },
  {
    name: 'without-uid',
    mistake: 'an open of another object of the same name counts as the own',
    slips: [
      operator('open', replace(condition('uid'), 'true')),
      operator('Pass.hasOpen', answer('(await this.findOpen()) !== undefined')),
    ],
  },
  {
    name: 'open_late',
    mistake: 'the pod is activated before the open is written',
    slips: [operator('steps', swap(element('open'), element('activate')))],
  },
  {
    name: 'never_over',
    mistake: 'nothing ends an active session',
    slips: [operator('watchOver', replace(condition('endReasonOf'), 'false'))],
  },
  {
    name: 'failed_not_stopped',
    mistake: 'a session that failed is not closed on its pod',
    slips: [operator('needsStop', replace(operand('Failed'), 'false'))],
  },
  {
    name: 'without-bound',
    mistake: 'a pod that cannot be asked never counts as dead',
    slips: [operator('deadAt', answer('Number.POSITIVE_INFINITY'))],
  },
  {
    name: 'charge_unfrozen',
    mistake: 'the charge is written before its inputs are frozen',
    slips: [
      operator('steps', swap(element('freeze'), element('charge'))),
      operator('charge', replace(condition('needsCharge'), '!pass.ending')),
    ],
  },
  {
    name: 'without-hello',
    mistake: 'a session costs what it ran, also when no caller got it',
    slips: [operator('frozenFigures', replace(operand('confirmed'), 'true'))],
  },
  {
    name: 'second_charge',
    mistake: 'a charge is written though there is one',
    slips: [ledger('SessionLedger.#write', remove(property('expect')))],
  },
  {
    name: 'own_is_truth',
    mistake: 'a charge that is there already counts as the own',
    slips: [operator('writeCharge', replace(initializer('differs'), 'false'))],
  },
  {
    name: 'foreign_frees',
    mistake: 'a second object of the same name frees the slot of the first',
    slips: [operator('freeSlot', replace(initializer('belongsToAnother'), 'false'))],
  },
  {
    name: 'release_first',
    mistake: 'the pod is released before its end is copied',
    slips: [
      operator(
        'stop',
        before(
          assigned('ending'),
          "if (pod) await pass.dependencies.store.update('Pod', { ...pod, metadata: { ...pod.metadata, finalizers: [] } });",
        ),
      ),
    ],
  },
  {
    name: 'finalizer_first',
    mistake: 'the finalizer is removed before the charge is written',
    slips: [operator('steps', swap(element('charge'), element('removeObject')))],
  },
  {
    name: 'one_more',
    mistake: 'an account has one slot more than its limit',
    slips: [
      ledger('Slots.#freeSubject', replace(initializer('length'), 'limit + 1')),
      ledger('Slots.#freeSubject', replace(argument('slice', 1), '$& + 1')),
    ],
  },
  {
    name: 'not_confirmed',
    mistake: 'the api answers 201 without a confirmation',
    slips: [api('openSession', replace(condition('isConfirmed'), 'true'))],
  },
  {
    name: 'without-latch',
    mistake: 'the pod forgets close for a session that it does not run',
    slips: [node('Life.close', remove(statement(call('add'))))],
  },
  {
    name: 'without-fence',
    mistake: 'the pod activates after startBy',
    slips: [node('Life.activate', replace(condition('startBy'), 'false'))],
  },
  {
    name: 'without-sweep',
    mistake: 'the sweeper judges what may still begin',
    slips: [operator('sweep', replace(call('isPastStart'), 'true'))],
  },
  {
    name: 'without-orphan',
    mistake: 'pods of sessions that are gone are not released',
    slips: [operator('sweepOne', remove(statement(call('releasePod'))))],
  },
];
