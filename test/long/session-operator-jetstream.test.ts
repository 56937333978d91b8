import { startJetStreamSessions } from '../kit/session-suite/engine-jetstream.js';
import { sessionSuite, suitePlays } from '../kit/session-suite/suite.js';

sessionSuite('JetStream', startJetStreamSessions, suitePlays.whole);
