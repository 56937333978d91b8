import { killCases } from '../../kit/kills/cases.js';

killCases('what all sessions need, killed with -9', [
  { part: 'operator', phase: 'opening', answers: [201, 503], reason: 'Deleted' },
  { part: 'api', phase: 'opening', answers: [0], reason: 'nobody was given it' },
  { part: 'nats', phase: 'opening', answers: [201, 503], reason: 'Deleted' },

  // The session continues and ends at its time.
  { part: 'operator', phase: 'active', reason: 'Expired', maxTtlSeconds: 65, credits: 2 },
  { part: 'api', phase: 'active', reason: 'Expired' },
  { part: 'nats', phase: 'active', reason: 'Expired' },

  { part: 'operator', phase: 'acting', answers: [409], reason: 'Expired' },
  { part: 'api', phase: 'acting', answers: [0], reason: 'Expired' },
  { part: 'nats', phase: 'acting', answers: [409], reason: 'Expired' },

  { part: 'operator', phase: 'closing', answers: [200, 504], reason: 'Deleted' },
  { part: 'api', phase: 'closing', answers: [0], reason: 'Deleted' },
  { part: 'nats', phase: 'closing', answers: [200, 503, 504], reason: 'Deleted' },
]);
