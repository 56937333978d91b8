import { killCases } from '../../kit/kills/cases.js';

killCases('what belongs to one session, killed with -9', [
  // The session gets another pod.
  { part: 'browser', phase: 'opening', answers: [201], reason: 'Deleted' },
  { part: 'agent', phase: 'opening', answers: [201], reason: 'Deleted' },
  { part: 'pod', phase: 'opening', answers: [201], reason: 'Deleted' },

  { part: 'browser', phase: 'active', reason: 'BrowserCrashed' },
  { part: 'agent', phase: 'active', reason: 'BrowserCrashed' },
  { part: 'pod', phase: 'active', reason: 'PodDeleted' },

  { part: 'browser', phase: 'acting', answers: [409], reason: 'BrowserCrashed' },
  { part: 'agent', phase: 'acting', answers: [409], reason: 'BrowserCrashed' },
  { part: 'pod', phase: 'acting', answers: [409], reason: 'PodDeleted' },

  { part: 'browser', phase: 'closing', answers: [200], reason: 'Deleted' },
  { part: 'agent', phase: 'closing', answers: [200], reason: 'Deleted' },
  { part: 'pod', phase: 'closing', answers: [200], reason: 'Deleted' },
]);
