import { close, closeSecond, create, createTwice, createWithKey, giveUp, repeat, repeatByDeafApi } from './acts.js';
import {
  confirmationsEnd,
  crash,
  dieConfirming,
  endLeader,
  neverReady,
  newLeader,
  readyAtLast,
  restartLedger,
} from './disturbances.js';
import type { Scenario } from './scenario.js';

/** An api cannot tell whether its client got the session, or a client repeats its create with a key. */
export const uncertainAnswerScenarios: readonly Scenario[] = [
  {
    name: 'the pod is unreachable until the api gives up',
    script: [neverReady, confirmationsEnd('fails'), create, 17, readyAtLast],
    answers: ['503'],
    credits: [0],
  },
  {
    name: 'confirmations do not reach the pod until the api gives up',
    script: [neverReady, confirmationsEnd('times out'), create, 17, readyAtLast],
    answers: ['201'],
    credits: [0],
  },
  {
    name: 'answers do not reach the api until it gives up',
    script: [neverReady, confirmationsEnd('answer lost'), create, 17, readyAtLast],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'a confirmation does not reach the pod, which crashes',
    // The pod keeps its record until it is copied.
    script: [confirmationsEnd('times out', 1), create, endLeader, crash, 1, newLeader],
    answers: ['503'],
    credits: [0],
  },
  {
    name: 'an answer does not reach the api, and the pod crashes',
    script: [confirmationsEnd('answer lost', 1), create, crash],
    answers: ['201'],
    credits: [1],
  },
  {
    name: 'its create is sent again while it is open',
    script: [createWithKey, repeat, 70, close],
    answers: ['201', '201'],
    credits: [2],
  },
  { name: 'its create is sent twice at once', script: [createTwice, 70, close], answers: ['201', '201'], credits: [2] },
  {
    name: 'its client leaves before it is open, and retries',
    script: [neverReady, createWithKey, giveUp, repeat, readyAtLast, 70, closeSecond],
    answers: ['503', '201'],
    credits: [2],
  },
  {
    name: 'the ledger restarts, and its create is sent again',
    script: [createWithKey, restartLedger, repeat],
    answers: ['201', '201'],
    credits: [2],
  },
  {
    // A program with an older read treats the session as open.
    name: 'its create is sent again, and arrives when it is over',
    script: [createWithKey, 20, close, repeat],
    answers: ['201', '503'],
    credits: [1],
  },
  {
    name: 'its api dies after the confirmation, and the retry reaches no pod',
    script: [dieConfirming, confirmationsEnd('fails'), createWithKey, repeat],
    answers: ['nothing', '201'],
    credits: [2],
  },
  {
    name: 'its api dies after the confirmation, and the retry meets a deaf api',
    script: [dieConfirming, createWithKey, repeatByDeafApi, 70, closeSecond],
    answers: ['nothing', '201'],
    credits: [2],
  },
  {
    // The pod keeps its record until it is copied.
    name: 'its api dies after the confirmation, and its pod crashes before the retry',
    script: [dieConfirming, createWithKey, endLeader, crash, repeat, 1, newLeader],
    answers: ['nothing', '201'],
    credits: [1],
  },
  {
    name: 'its client leaves before it is open, and its pod crashes before the retry',
    script: [neverReady, createWithKey, giveUp, readyAtLast, 1, endLeader, crash, repeat, 1, newLeader],
    answers: ['503', '503'],
    credits: [0],
  },
];
