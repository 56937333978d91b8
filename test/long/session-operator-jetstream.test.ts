import { startJetStreamSessions } from '../kit/session-suite/engine-jetstream.js';
import { sessionSuite } from '../kit/session-suite/suite.js';

sessionSuite('JetStream', startJetStreamSessions, { isWhole: true });
