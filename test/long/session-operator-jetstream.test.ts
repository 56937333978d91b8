import { startJetStreamSessions } from '../kit/session-engine-jetstream.js';
import { sessionSuite } from '../kit/session-suite.js';

sessionSuite('JetStream', startJetStreamSessions, { isWhole: true });
