import { startKubernetesSessions } from '../kit/session-engine-kubernetes.js';
import { sessionSuite } from '../kit/session-suite.js';

sessionSuite('Kubernetes', startKubernetesSessions, { isWhole: true });
