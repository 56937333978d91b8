import { startKubernetesSessions } from '../kit/session-suite/engine-kubernetes.js';
import { sessionSuite } from '../kit/session-suite/suite.js';

sessionSuite('Kubernetes', startKubernetesSessions, { isWhole: true });
