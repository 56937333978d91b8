import { asChoice, asInteger, asText, asUrl, type Environment, logLevels, readSettings } from '@tintype/runtime';
import { credentialSource } from '@tintype/stores';

const settings = {
  logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
  /** With a login that may make streams and buckets. */
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
  /** How long it may take to answer; a Job tries again, and the log of each try stays. */
  natsSeconds: { name: 'TINTYPE_NATS_SECONDS', read: asInteger(1, 3600), default: 240 },
  /** By default, that of the pod or of the kubeconfig's context. */
  namespace: { name: 'TINTYPE_NAMESPACE', read: asText },
  /** The ConfigMap that says which ledger is the right one. */
  ledgerRecord: { name: 'TINTYPE_LEDGER_RECORD', read: asText, default: 'tintype-ledger' },
  /** Servers of the NATS cluster that each stream is on. */
  natsReplicas: { name: 'TINTYPE_NATS_REPLICAS', read: asInteger(1, 5), default: 1 },
  /** Of cached results that are kept in NATS. */
  resultsGib: { name: 'TINTYPE_RESULTS_GIB', read: asInteger(1, 100_000), default: 20 },
  /** The Deployment of the api, which ends before sessions are closed for good. */
  apiDeployment: { name: 'TINTYPE_API_DEPLOYMENT', read: asText },
  /** Its data goes with the installation: what says which ledger is the right one must not outlive it. */
  ledgerEnds: { name: 'TINTYPE_LEDGER_ENDS', read: asChoice('true', 'false'), default: 'false' },
  /** How long closing and settling all sessions may take. */
  drainSeconds: { name: 'TINTYPE_DRAIN_SECONDS', read: asInteger(1, 24 * 3600), default: 240 },
} as const;

export type InstallConfig = ReturnType<typeof readInstallConfig>;

/** Throws one BadEnvironment for all that is wrong, or a ConfigError when there is no way to Kubernetes. */
export const readInstallConfig = (environment: Environment = process.env) => ({
  ...readSettings(settings, environment),
  kubernetes: credentialSource(environment),
});
