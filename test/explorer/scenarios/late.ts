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
  closeLedgerBriefly,
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

/** A delayed program finds that objects are gone or changed owners. */
export const lateScenarios: readonly Scenario[] = [
  {
    name: 'deleted before its warm pod is claimed, and another session gets it',
    world: { pool: 1 },
    script: [loseClaims, createByHand, missOneCall, deleteByHand, createByHand, resume],
    credits: [2],
  },
  {
    name: 'another session gets its name and its pod name',
    script: [missOneCall, createShortByHand, 125, createByHandAgain, resume],
    credits: [1, 1],
  },
  {
    name: 'its pod is deleted after it was claimed',
    script: [neverReady, createByHand, closeLedgerBriefly, readyAtLast, drainAll],
    credits: [2],
  },
  {
    name: 'its api is gone, and its pod is ready too late',
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
    // A pass that missed its own claim finds it when repeated.
    name: 'it is open, and recording that fails for a while',
    world: { pool: 2 },
    script: [loseActive, createByHand],
    credits: [2],
  },
  {
    name: 'its object is stripped and recreated, and the client closes or leaves',
    script: [create, stripAndRecreate, giveUp, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'its object is stripped and recreated, and the next leader knows only the second one',
    world: { pool: 1 },
    script: [create, stripAndRecreate, giveUp, newLeader, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'its object is stripped and recreated while its DELETE is paused',
    script: [create, closeSlowly, stripAndRecreate, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'its object is stripped and recreated before its warm pod is claimed',
    world: { pool: 1 },
    script: [answerLate(binding), create, warmGetsUnready, stripAndRecreate, neverReady, newLeader, giveUp, resume],
    answers: ['503'],
    credits: [],
  },
  {
    name: 'its object is stripped and recreated after it was seen',
    script: [answerLate('store.get BrowserSession'), create, stripAndRecreate, neverReady, newLeader, giveUp, resume],
    answers: ['503'],
    credits: [0],
  },
  {
    name: 'its object is stripped and recreated before its slot is freed',
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
    name: 'its open is written after it has failed, and it is kept long',
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
    name: 'its warm pod is about to be removed',
    world: { pool: 1 },
    script: [removeLate, scaleDown, scaleUp, endLeader, newLeader, create, resume],
    answers: ['201'],
    credits: [2],
  },
  {
    name: 'it gets a warm pod, and is deleted before that is recorded',
    world: { pool: 1 },
    script: [loseBinding, createByHand, deleteByHand, scaleDown],
    credits: [],
  },
  {
    name: 'its operator pauses until its pod has ended, and resumes with old knowledge',
    script: [createShort, suspend, 120, wake, resume],
    answers: ['201'],
    credits: [1],
  },
];
