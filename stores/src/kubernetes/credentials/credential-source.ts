import { join } from 'node:path';
import { ConfigError, type Environment } from '@tintype/runtime';

/**
 * Kubeconfig files, or the pod's service account. Of two entries with one name, the one in the earlier file wins.
 * `host` and `port` are the API server's; `folder` has the token and the certificate authority.
 */
export type CredentialSource =
  | { kubeconfig: readonly string[] }
  | { inCluster: { host: string; port: string; folder: string } };

const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The given file, else KUBECONFIG, else the pod's service account, else ~/.kube/config: the order of
 * controller-runtime. Throws a ConfigError if there is none of these.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client/config#GetConfig
 */
export const credentialSource = (environment: Environment, kubeconfig?: string): CredentialSource => {
  const paths = kubeconfig ?? environment.KUBECONFIG ?? '';
  // Only KUBECONFIG can list several files.
  const files = kubeconfig ? [kubeconfig] : paths.split(':').filter(Boolean);
  if (files.length > 0) return { kubeconfig: files };
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port, HOME: home } = environment;
  if (host && port) return { inCluster: { host, port, folder: serviceAccountFolder } };
  if (home) return { kubeconfig: [join(home, '.kube', 'config')] };
  throw new ConfigError('No credentials for Kubernetes: set KUBECONFIG, or run in a pod with a service account.');
};
