import { limits } from '@tintype/contracts';
import {
  closeSlowly,
  create,
  createByHand,
  createByHandAgain,
  createShort,
  createShortByHand,
  deleteByHand,
  endApi,
  giveUp,
  scaleDown,
  scaleUp,
  stripAndRecreate,
} from './acts.js';
import {
  answerLate,
  closeBooksBriefly,
  drainAll,
  endLeader,
  loseActive,
  loseBinding,
  loseClaims,
  missOneCall,
  neverReady,
  newLeader,
  openLate,
  readyAtLast,
  removeLate,
  resume,
  suspend,
  wake,
  warmGetsUnready,
} from './disturbances.js';
import type { Scenario } from './scenario.js';

const binding = 'store.updateStatus BrowserSession Binding';

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
    script: [neverReady, createByHand, closeBooksBriefly, readyAtLast, drainAll],
    credits: [2],
  },
  {
    name: 'its api is gone, and its pod is ready when it is too late',
    script: [neverReady, create, endApi, limits.sessionStartSeconds + 5, readyAtLast],
    answers: ['nothing'],
    credits: [],
  },
  {
    name: 'its api is gone, and nobody confirms it',
    script: [neverReady, create, endApi, readyAtLast],
    answers: ['nothing'],
    credits: [0],
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
    script: [create, stripAndRecreate, giveUp, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'its object is stripped and made again, and the next leader has to do with the second one alone',
    world: { pool: 1 },
    script: [create, stripAndRecreate, giveUp, newLeader, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'its object is stripped and made again while its DELETE stands still',
    script: [create, closeSlowly, stripAndRecreate, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'its object is stripped and made again before its warm pod is claimed',
    world: { pool: 1 },
    script: [answerLate(binding), create, warmGetsUnready, stripAndRecreate, neverReady, newLeader, giveUp, resume],
    answers: ['503'],
    credits: [],
  },
  {
    name: 'its object is stripped and made again when it was seen to be there',
    script: [answerLate('store.get BrowserSession'), create, stripAndRecreate, neverReady, newLeader, giveUp, resume],
    answers: ['503'],
    credits: [0],
  },
  {
    name: 'its object is stripped and made again before its slot is given back',
    script: [
      neverReady,
      create,
      answerLate('store.list Pod'),
      giveUp,
      stripAndRecreate,
      readyAtLast,
      newLeader,
      resume,
    ],
    answers: ['503'],
    credits: [0],
  },
  {
    name: 'it is in the books when it has failed, and is kept for long',
    world: { keptSeconds: 1200 },
    script: [neverReady, createShortByHand, openLate, readyAtLast, 65, resume],
    credits: [0],
  },
  {
    name: 'its warm pod is not ready for a while, and another leader binds another',
    world: { pool: 2 },
    script: [answerLate(binding), createByHand, warmGetsUnready, newLeader, resume],
    credits: [2],
  },
  {
    name: 'its warm pod is to be removed',
    world: { pool: 1 },
    script: [removeLate, scaleDown, scaleUp, endLeader, newLeader, create, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'it is given a warm pod, and deleted before it can be told so',
    world: { pool: 1 },
    script: [loseBinding, createByHand, deleteByHand, scaleDown],
    credits: [],
  },
  {
    name: 'its operator stands still until its pod has ended, and goes on with what it knew',
    script: [createShort, suspend, 120, wake, resume],
    answers: ['201'],
    credits: [1],
  },
];
