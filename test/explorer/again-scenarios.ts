import {
  close,
  closeSecond,
  createTwice,
  createWithKey,
  giveUp,
  neverReady,
  readyAtLast,
  repeat,
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
];
