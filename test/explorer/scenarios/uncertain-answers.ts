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

/** An api does not learn from the pod whether its client has the session, or the client repeats its create with its `Idempotency-Key`. */
export const uncertainAnswerScenarios: readonly Scenario[] = [
  {
    name: 'nobody is there when the api asks, until it gives up',
    script: [neverReady, confirmationsEnd('fails'), create, 17, readyAtLast],
    answers: ['503'],
    credits: [0],
  },
  {
    name: 'the pod does not hear the api, until it gives up',
    script: [neverReady, confirmationsEnd('times out'), create, 17, readyAtLast],
    answers: ['201'],
    credits: [0],
  },
  {
    name: 'the api does not hear the pod, until it gives up',
    script: [neverReady, confirmationsEnd('answer lost'), create, 17, readyAtLast],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'the pod does not hear the api, and crashes',
    // Its record is there as long as nobody has it copied.
    script: [confirmationsEnd('times out', 1), create, endLeader, crash, 1, newLeader],
    answers: ['503'],
    credits: [0],
  },
  {
    name: 'the api does not hear the pod, which crashes',
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
    name: 'its client leaves before it is open, and comes again',
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
    // Whoever looked before that goes on as if it were open.
    name: 'its create is sent again, and comes when it is over',
    script: [createWithKey, 20, close, repeat],
    answers: ['201', '503'],
    credits: [1],
  },
  {
    name: 'its api dies when it has confirmed it, and its create is sent again where no pod is reached',
    script: [dieConfirming, confirmationsEnd('fails'), createWithKey, repeat],
    answers: ['nothing', '201'],
    credits: [2],
  },
  {
    name: 'its api dies when it has confirmed it, and its create is sent again to one that hears nothing',
    script: [dieConfirming, createWithKey, repeatByDeafApi, 70, closeSecond],
    answers: ['nothing', '201'],
    credits: [2],
  },
  {
    // Its record is there as long as nobody has it copied.
    name: 'its api dies when it has confirmed it, and its pod crashes before its create is sent again',
    script: [dieConfirming, createWithKey, endLeader, crash, repeat, 1, newLeader],
    answers: ['nothing', '201'],
    credits: [1],
  },
  {
    name: 'its client leaves before it is open, and its pod crashes before it comes again',
    script: [neverReady, createWithKey, giveUp, readyAtLast, 1, endLeader, crash, repeat, 1, newLeader],
    answers: ['503', '503'],
    credits: [0],
  },
];
