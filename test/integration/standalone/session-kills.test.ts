import { killCases } from '../../kit/kills/cases.js';

// One case for each part that can be killed. `make test-long` kills each part in each phase.
killCases(
  'parts of a session and of the service, killed with -9',
  [
    { part: 'browser', phase: 'active', reason: 'BrowserCrashed' },
    { part: 'agent', phase: 'activated', answers: [201, 503], reason: 'Deleted', lost: 'BrowserCrashed' },
    { part: 'pod', phase: 'acting', answers: [409], reason: 'PodDeleted' },
    { part: 'operator', phase: 'claimed', answers: [201, 503], reason: 'Deleted' },
    // The session outlives the operator and ends at its time limit.
    { part: 'operator', phase: 'active', reason: 'Expired' },
    { part: 'api', phase: 'claimed', answers: [0], reason: 'nobody was given it' },
    { part: 'nats', phase: 'closing', answers: [200, 503, 504], reason: 'Deleted' },
  ],
  1,
);
