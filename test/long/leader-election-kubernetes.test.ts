import { startKubernetesElection } from '../kit/operator/election-kubernetes.js';
import { electionSuite } from '../kit/operator/election-suite.js';

electionSuite('Kubernetes', startKubernetesElection);
