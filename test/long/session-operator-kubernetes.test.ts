import { startKubernetesSessions } from '../kit/session-suite/engine-kubernetes.js';
import { sessionSuite, suitePlays } from '../kit/session-suite/suite.js';

sessionSuite('Kubernetes', startKubernetesSessions, suitePlays.whole);
