import { killCases } from '../kit/kills/cases.js';

const warm = 1;

// An Active session does not depend on its pod's origin: session-kills-pod and session-kills-service continue there.

killCases(
  'with a warm browser, killed with -9',
  [
    // The next session gets another pod.
    { part: 'browser', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'agent', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'pod', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'operator', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'api', phase: 'idle', told: [201], reason: 'Deleted' },
    { part: 'nats', phase: 'idle', told: [201, 503], reason: 'Deleted' },

    { part: 'browser', phase: 'claimed', told: [201], reason: 'Deleted' },
    { part: 'agent', phase: 'claimed', told: [201], reason: 'Deleted' },
    // The pod may first hear of the activation or of its end.
    { part: 'pod', phase: 'claimed', told: [201, 503], reason: 'Deleted', lost: 'PodDeleted' },
    { part: 'operator', phase: 'claimed', told: [201, 503], reason: 'Deleted' },
    { part: 'api', phase: 'claimed', told: [0], reason: 'nobody was given it' },
    { part: 'nats', phase: 'claimed', told: [201, 503], reason: 'Deleted' },

    // The session gets no other browser.
    { part: 'browser', phase: 'activated', told: [201, 503], reason: 'Deleted' },
    { part: 'agent', phase: 'activated', told: [201, 503], reason: 'Deleted', lost: 'BrowserCrashed' },
    { part: 'pod', phase: 'activated', told: [201, 503], reason: 'Deleted', lost: 'PodDeleted' },
    { part: 'operator', phase: 'activated', told: [201, 503], reason: 'Deleted' },
    { part: 'api', phase: 'activated', told: [0], reason: 'nobody was given it' },
    { part: 'nats', phase: 'activated', told: [201, 503], reason: 'Deleted' },

    // Its browser is gone.
    { part: 'agent', phase: 'settling', told: [200], reason: 'Deleted' },
    { part: 'pod', phase: 'settling', told: [200], reason: 'Deleted' },
    { part: 'operator', phase: 'settling', told: [200], reason: 'Deleted' },
    { part: 'api', phase: 'settling', told: [0, 200], reason: 'Deleted' },
    { part: 'nats', phase: 'settling', told: [200, 503, 504], reason: 'Deleted' },
  ],
  warm,
);
