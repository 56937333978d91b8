import { killCases } from '../kit/kills/cases.js';

killCases('what all sessions need, killed with -9', [
  { part: 'operator', phase: 'opening', told: [201, 503], reason: 'Deleted' },
  { part: 'api', phase: 'opening', told: [0], reason: 'nobody was given it' },
  { part: 'nats', phase: 'opening', told: [201, 503], reason: 'Deleted' },

  // The session continues and ends at its time.
  { part: 'operator', phase: 'active', reason: 'Expired', maxTtlSeconds: 65, credits: 2 },
  { part: 'api', phase: 'active', reason: 'Expired' },
  { part: 'nats', phase: 'active', reason: 'Expired' },

  { part: 'operator', phase: 'acting', told: [409], reason: 'Expired' },
  { part: 'api', phase: 'acting', told: [0], reason: 'Expired' },
  { part: 'nats', phase: 'acting', told: [409], reason: 'Expired' },

  { part: 'operator', phase: 'closing', told: [200, 504], reason: 'Deleted' },
  { part: 'api', phase: 'closing', told: [0], reason: 'Deleted' },
  { part: 'nats', phase: 'closing', told: [200, 503, 504], reason: 'Deleted' },
]);
