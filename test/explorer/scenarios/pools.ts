import {
  close,
  create,
  createAndChangeTemplate,
  createAndDeletePool,
  createAndScaleDown,
  createByHand,
  createTwo,
  createWithPool,
  deleteByHand,
  scaleDown,
} from './acts.js';
import { endLeader, loseClaims, newLeader, resume, warmGetsUnready, warmIsReady } from './disturbances.js';
import type { Scenario } from './scenario.js';

export const poolScenarios: readonly Scenario[] = [
  {
    name: 'one slot, closed and taken again',
    world: { slots: 1, pool: 1 },
    script: [create, close, create],
    answers: ['201', '201'],
    credits: [1, 2],
  },
  {
    name: 'two sessions, one warm pod',
    world: { pool: 1 },
    script: [createTwo, close],
    answers: ['201', '201'],
    credits: [1, 2],
  },
  {
    name: 'two sessions get the same warm pod',
    world: { pool: 1, ignoresGivenPods: true },
    script: [createTwo, close],
    answers: ['201', '201'],
    credits: [1, 2],
  },
  { name: 'one session, two warm pods', world: { pool: 2 }, script: [create, close], answers: ['201'], credits: [1] },
  {
    name: 'made by kubectl together with its pool',
    script: [createWithPool, 10, deleteByHand],
    credits: [1],
  },
  {
    name: 'its warm pod is not ready for a while before it is claimed',
    world: { pool: 2 },
    script: [loseClaims, createByHand, warmGetsUnready, warmIsReady, resume],
    credits: [2],
  },
  {
    name: 'the pool is scaled to zero, and the client closes',
    world: { pool: 1 },
    script: [createAndScaleDown, close],
    answers: ['201'],
    credits: [1],
  },
  {
    name: 'the pool is scaled to zero while a session runs',
    world: { pool: 1 },
    script: [create, 10, scaleDown, close],
    answers: ['201'],
    credits: [1],
  },
  {
    name: 'another leader starts while a session runs',
    world: { pool: 1 },
    script: [create, endLeader, newLeader, close],
    answers: ['201'],
    credits: [1],
  },
  {
    name: 'a session waits for the next leader while another runs',
    world: { pool: 1 },
    script: [create, endLeader, create, newLeader, close],
    answers: ['201', '201'],
    credits: [1, 2],
  },
  {
    name: 'the template changes as a session begins',
    world: { pool: 1 },
    script: [createAndChangeTemplate, 10, create, close],
    answers: ['201', '201'],
    credits: [1, 2],
  },
  {
    name: 'the pool is deleted as a session begins',
    world: { pool: 1 },
    script: [createAndDeletePool, close],
    answers: ['201'],
    credits: [1],
  },
];
