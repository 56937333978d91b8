export {
  type Lead,
  LeaderElector,
  type LeaderElectorOptions,
  LeadershipGivenBack,
} from './controller/leader-election.js';
export { whileLeading } from './controller/leader-election-fence.js';
export { observeLeaderElection } from './controller/leader-election-metrics.js';
export { LeadershipLost } from './controller/leader-election-term.js';
export { type ElectionTiming, usualTiming } from './controller/leader-election-timing.js';
