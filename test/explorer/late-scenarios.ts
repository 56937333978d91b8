import { limits } from '@tintype/contracts';
import {
  closeBooksAWhile,
  create,
  createByHand,
  createByHandAgain,
  createShortByHand,
  deleteByHand,
  drainAll,
  endApi,
  giveUp,
  loseActive,
  loseClaims,
  makeAnew,
  missOneCall,
  neverReady,
  newLeader,
  readyAtLast,
  resume,
} from './acts.js';
import type { Scenario } from './scenario.js';

/** Those in which whoever is held up finds that things are not any more, or not whose, they were. */
export const lateScenarios: readonly Scenario[] = [
  {
    name: 'deleted before its warm pod is claimed, and another session gets it',
    world: { pool: 1 },
    script: [loseClaims, createByHand, missOneCall, deleteByHand, createByHand, resume],
    credits: [2],
  },
  {
    name: 'another session gets its name, and that of its pod',
    script: [missOneCall, createShortByHand, 125, createByHandAgain, resume],
    credits: [1, 1],
  },
  {
    name: 'its pod is deleted after it was claimed',
    script: [neverReady, createByHand, closeBooksAWhile, readyAtLast, drainAll],
    credits: [2],
  },
  {
    name: 'its api is gone, and its pod is ready when it is too late',
    script: [neverReady, create, endApi, limits.sessionStartSeconds + 5, readyAtLast],
    told: ['nothing'],
    credits: [],
  },
  {
    // Whoever has not heard of its claim meets it when the pass is made again.
    name: 'it is open, and nobody can write so for a while',
    world: { pool: 2 },
    script: [loseActive, createByHand],
    credits: [2],
  },
  {
    name: 'its object is stripped and made again, and the client closes or leaves',
    script: [create, makeAnew, giveUp, resume],
    told: ['201'],
    credits: [2],
  },
  {
    name: 'its object is stripped and made again, and the next leader has to do with the second one alone',
    world: { pool: 1 },
    script: [create, makeAnew, giveUp, newLeader, resume],
    told: ['201'],
    credits: [2],
  },
];
