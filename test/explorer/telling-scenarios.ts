import { confirmationsMeet, crash, create, endLeader, neverReady, newLeader, readyAtLast } from './acts.js';
import type { Scenario } from './scenario.js';

/** Those in which an api does not hear from the pod whether its caller has the session. */
export const tellingScenarios: readonly Scenario[] = [
  {
    name: 'nobody is there when the api asks, until it gives up',
    script: [neverReady, confirmationsMeet('fails'), create, 17, readyAtLast],
    told: ['503'],
    credits: [0],
  },
  {
    name: 'the pod does not hear the api, until it gives up',
    script: [neverReady, confirmationsMeet('times out'), create, 17, readyAtLast],
    told: ['201'],
    credits: [0],
  },
  {
    name: 'the api does not hear the pod, until it gives up',
    script: [neverReady, confirmationsMeet('answer lost'), create, 17, readyAtLast],
    told: ['201'],
    credits: [2],
  },
  {
    name: 'the pod does not hear the api, and crashes',
    // Its record is there as long as nobody has it copied.
    script: [confirmationsMeet('times out', 1), create, endLeader, crash, 1, newLeader],
    told: ['503'],
    credits: [0],
  },
  {
    name: 'the api does not hear the pod, which crashes',
    script: [confirmationsMeet('answer lost', 1), create, crash],
    told: ['201'],
    credits: [1],
  },
];
