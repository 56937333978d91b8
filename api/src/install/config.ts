import { asChoice, asInteger, asText, asUrl, type Environment, logLevels, readSettings } from '@tintype/runtime';
import { credentialSource } from '@tintype/stores';

const settings = {
  logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
  /** Needs a login that may create streams and buckets. */
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
  /** How long a task waits for NATS. Then the task fails. Its Job may start a new pod; the failed pod's log stays. */
  natsSeconds: { name: 'TINTYPE_NATS_SECONDS', read: asInteger(1, 3600), default: 240 },
  /** Default: the namespace of the pod or of the kubeconfig's context. */
  namespace: { name: 'TINTYPE_NAMESPACE', read: asText },
  /** The ConfigMap that names the installation's ledger. */
  ledgerRecord: { name: 'TINTYPE_LEDGER_RECORD', read: asText, default: 'tintype-ledger' },
  /** Servers per stream. */
  natsReplicas: { name: 'TINTYPE_NATS_REPLICAS', read: asInteger(1, 5), default: 1 },
  /** Size of the bucket of results in NATS. */
  resultsGib: { name: 'TINTYPE_RESULTS_GIB', read: asInteger(1, 100_000), default: 20 },
  /** The api's Deployment: `drain` stops it before it closes the sessions. */
  apiDeployment: { name: 'TINTYPE_API_DEPLOYMENT', read: asText },
  /** True if the ledger's data is deleted with the installation. Then `drain` deletes the ledger's record, too. */
  ledgerEnds: { name: 'TINTYPE_LEDGER_ENDS', read: asChoice('true', 'false'), default: 'false' },
  /** How long `drain` may take. */
  drainSeconds: { name: 'TINTYPE_DRAIN_SECONDS', read: asInteger(1, 24 * 3600), default: 240 },
} as const;

export type InstallConfig = ReturnType<typeof readInstallConfig>;

/** Throws one BadEnvironment with all faults, or a ConfigError if Kubernetes credentials are missing. */
export const readInstallConfig = (environment: Environment = process.env) => ({
  ...readSettings(settings, environment),
  kubernetes: credentialSource(environment),
});
