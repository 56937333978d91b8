import { killCases } from '../kit/kills/cases.js';

killCases('what belongs to one session, killed with -9', [
  // The session gets another pod.
  { part: 'browser', phase: 'opening', told: [201], reason: 'Deleted' },
  { part: 'agent', phase: 'opening', told: [201], reason: 'Deleted' },
  { part: 'pod', phase: 'opening', told: [201], reason: 'Deleted' },

  { part: 'browser', phase: 'active', reason: 'BrowserCrashed' },
  { part: 'agent', phase: 'active', reason: 'BrowserCrashed' },
  { part: 'pod', phase: 'active', reason: 'PodDeleted' },

  { part: 'browser', phase: 'acting', told: [409], reason: 'BrowserCrashed' },
  { part: 'agent', phase: 'acting', told: [409], reason: 'BrowserCrashed' },
  { part: 'pod', phase: 'acting', told: [409], reason: 'PodDeleted' },

  { part: 'browser', phase: 'closing', told: [200], reason: 'Deleted' },
  { part: 'agent', phase: 'closing', told: [200], reason: 'Deleted' },
  { part: 'pod', phase: 'closing', told: [200], reason: 'Deleted' },
]);
