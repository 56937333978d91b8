import { startKubernetesElection } from '../../kit/operator/election-kubernetes.js';
import { electionSuite } from '../../kit/operator/election-suite.js';

// What meets the API server: its versions, its connections and its absence. Processes that end are the same on NATS.
electionSuite('Kubernetes', startKubernetesElection, ['paused', 'cut off', 'server away']);
