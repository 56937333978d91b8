import { killCases } from '../../kit/kills/cases.js';

const warm = 1;

// An Active session does not depend on its pod's origin: pod.test.ts and service.test.ts continue there.

killCases(
  'with a warm browser, killed with -9',
  [
    // The next session gets another pod.
    { part: 'browser', phase: 'idle', answers: [201], reason: 'Deleted' },
    { part: 'agent', phase: 'idle', answers: [201], reason: 'Deleted' },
    { part: 'pod', phase: 'idle', answers: [201], reason: 'Deleted' },
    { part: 'operator', phase: 'idle', answers: [201], reason: 'Deleted' },
    { part: 'api', phase: 'idle', answers: [201], reason: 'Deleted' },
    { part: 'nats', phase: 'idle', answers: [201, 503], reason: 'Deleted' },

    { part: 'browser', phase: 'claimed', answers: [201], reason: 'Deleted' },
    { part: 'agent', phase: 'claimed', answers: [201], reason: 'Deleted' },
    // The pod may first hear of the activation or of its end.
    { part: 'pod', phase: 'claimed', answers: [201, 503], reason: 'Deleted', lost: 'PodDeleted' },
    { part: 'operator', phase: 'claimed', answers: [201, 503], reason: 'Deleted' },
    { part: 'api', phase: 'claimed', answers: [0], reason: 'nobody was given it' },
    { part: 'nats', phase: 'claimed', answers: [201, 503], reason: 'Deleted' },

    // The session gets no other browser.
    { part: 'browser', phase: 'activated', answers: [201, 503], reason: 'Deleted' },
    { part: 'agent', phase: 'activated', answers: [201, 503], reason: 'Deleted', lost: 'BrowserCrashed' },
    { part: 'pod', phase: 'activated', answers: [201, 503], reason: 'Deleted', lost: 'PodDeleted' },
    { part: 'operator', phase: 'activated', answers: [201, 503], reason: 'Deleted' },
    { part: 'api', phase: 'activated', answers: [0], reason: 'nobody was given it' },
    { part: 'nats', phase: 'activated', answers: [201, 503], reason: 'Deleted' },

    // Its browser is gone.
    { part: 'agent', phase: 'settling', answers: [200], reason: 'Deleted' },
    { part: 'pod', phase: 'settling', answers: [200], reason: 'Deleted' },
    { part: 'operator', phase: 'settling', answers: [200], reason: 'Deleted' },
    { part: 'api', phase: 'settling', answers: [0, 200], reason: 'Deleted' },
    { part: 'nats', phase: 'settling', answers: [200, 503, 504], reason: 'Deleted' },
  ],
  warm,
);
