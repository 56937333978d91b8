import {
  close,
  closeSecond,
  create,
  createByHand,
  createByUnknown,
  createLong,
  createProxiedAndAnother,
  createShortByHand,
  createTwo,
  plantCharge,
  stripByHand,
} from './acts.js';
import { endLeader, hang, kill, neverReady, newLeader } from './disturbances.js';
import type { Scenario } from './scenario.js';

export const waitingScenarios: readonly Scenario[] = [
  {
    name: 'one waits while others are closed',
    world: { slots: 4, pool: 1 },
    script: [
      createTwo,
      hang,
      neverReady,
      create,
      endLeader,
      newLeader,
      createByHand,
      createByUnknown,
      close,
      closeSecond,
      kill,
    ],
    answers: ['201', '201', '503'],
    credits: [1, 1],
  },
  {
    name: 'one waits while another needs a proxy',
    world: { slots: 3, pool: 1 },
    script: [create, neverReady, createProxiedAndAnother],
    answers: ['201', '503'],
    credits: [2, 2],
  },
  {
    name: 'one waits while another expires, and one while that is removed',
    script: [createShortByHand, neverReady, create, 95, create],
    answers: ['503', '503'],
    credits: [1],
  },
  {
    name: 'one is removed while another runs',
    script: [createShortByHand, createLong],
    answers: ['201'],
    credits: [1, 10],
  },
  {
    name: 'one waits while another is swept',
    script: [createLong, 20, stripByHand, 205, neverReady, create],
    answers: ['201', '503'],
    credits: [4],
  },
  {
    name: 'one waits while the ledger has another charge',
    world: { slots: 3, pool: 1 },
    script: [createTwo, plantCharge, neverReady, create, close],
    answers: ['201', '201', '503'],
    credits: [0, 2],
  },
];
