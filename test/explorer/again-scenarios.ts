import {
  close,
  closeSecond,
  confirmationsMeet,
  crash,
  createTwice,
  createWithKey,
  dieConfirming,
  endLeader,
  giveUp,
  neverReady,
  newLeader,
  readyAtLast,
  repeat,
  repeatUnheard,
  restartLedger,
} from './acts.js';
import type { Scenario } from './scenario.js';

/** Those in which a client sends its create again, with its `Idempotency-Key`. */
export const againScenarios: readonly Scenario[] = [
  {
    name: 'its create is sent again while it is open',
    script: [createWithKey, repeat, 70, close],
    told: ['201', '201'],
    credits: [2],
  },
  { name: 'its create is sent twice at once', script: [createTwice, 70, close], told: ['201', '201'], credits: [2] },
  {
    name: 'its client leaves before it is open, and comes again',
    script: [neverReady, createWithKey, giveUp, repeat, readyAtLast, 70, closeSecond],
    told: ['503', '201'],
    credits: [2],
  },
  {
    name: 'the ledger restarts, and its create is sent again',
    script: [createWithKey, restartLedger, repeat],
    told: ['201', '201'],
    credits: [2],
  },
  {
    // Whoever looked before that goes on as if it were open.
    name: 'its create is sent again, and comes when it is over',
    script: [createWithKey, 20, close, repeat],
    told: ['201', '503'],
    credits: [1],
  },
  {
    name: 'its api dies when it has confirmed it, and its create is sent again where no pod is reached',
    script: [dieConfirming, confirmationsMeet('fails'), createWithKey, repeat],
    told: ['nothing', '201'],
    credits: [2],
  },
  {
    name: 'its api dies when it has confirmed it, and its create is sent again to one that hears nothing',
    script: [dieConfirming, createWithKey, repeatUnheard, 70, closeSecond],
    told: ['nothing', '201'],
    credits: [2],
  },
  {
    // Its record is there as long as nobody has it copied.
    name: 'its api dies when it has confirmed it, and its pod crashes before its create is sent again',
    script: [dieConfirming, createWithKey, endLeader, crash, repeat, 1, newLeader],
    told: ['nothing', '201'],
    credits: [1],
  },
  {
    name: 'its client leaves before it is open, and its pod crashes before it comes again',
    script: [neverReady, createWithKey, giveUp, readyAtLast, 1, endLeader, crash, repeat, 1, newLeader],
    told: ['503', '503'],
    credits: [0],
  },
];
