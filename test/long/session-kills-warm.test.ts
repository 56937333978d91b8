import { killCases } from '../kit/kill-cases.js';

const warm = 1;

// Once a session is active, it is the same wherever its pod came from: session-kills-pod and session-kills-service go on.

killCases(
  'with a warm browser, killed with -9',
  [
    // Who comes next gets another.
    { part: 'browser', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'agent', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'pod', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'operator', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'api', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'nats', phase: 'idle', told: [201, 503], reason: 'Deleted' },

    { part: 'browser', phase: 'claimed', told: [201], reason: 'Deleted' },
    { part: 'agent', phase: 'claimed', told: [201], reason: 'Deleted' },
    // What it hears first, that it is to open a browser or that it is to end, nobody knows.
    { part: 'pod', phase: 'claimed', told: [201, 503], reason: 'Deleted', lost: 'PodDeleted' },
    { part: 'operator', phase: 'claimed', told: [201, 503], reason: 'Deleted' },
    { part: 'api', phase: 'claimed', told: [0], reason: 'nobody was given it' },
    { part: 'nats', phase: 'claimed', told: [201, 503], reason: 'Deleted' },

    // Its browser has been the session's: there is no other for it.
    { part: 'browser', phase: 'activated', told: [201, 503], reason: 'Deleted' },
    { part: 'agent', phase: 'activated', told: [201, 503], reason: 'Deleted', lost: 'BrowserCrashed' },
    { part: 'pod', phase: 'activated', told: [201, 503], reason: 'Deleted', lost: 'PodDeleted' },
    { part: 'operator', phase: 'activated', told: [201, 503], reason: 'Deleted' },
    { part: 'api', phase: 'activated', told: [0], reason: 'nobody was given it' },
    { part: 'nats', phase: 'activated', told: [201, 503], reason: 'Deleted' },

    // Its browser is gone by then.
    { part: 'agent', phase: 'settling', told: [200], reason: 'Deleted' },
    { part: 'pod', phase: 'settling', told: [200], reason: 'Deleted' },
    { part: 'operator', phase: 'settling', told: [200], reason: 'Deleted' },
    { part: 'api', phase: 'settling', told: [0, 200], reason: 'Deleted' },
    { part: 'nats', phase: 'settling', told: [200, 503, 504], reason: 'Deleted' },
  ],
  warm,
);
