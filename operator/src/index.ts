export { eventLogSink } from './controller/event-log-sink.js';
export { type EventOutcome, type OnEvent, observeEvents } from './controller/event-metrics.js';
export {
  type EventReasons,
  EventRecorder,
  type EventRecorderOptions,
  type Recordable,
  type RecordedEvent,
} from './controller/event-recorder.js';
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
