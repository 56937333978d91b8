import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

export type KubeMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call on the Kubernetes API; a PATCH is a merge patch. Throws what the server says where it refuses it. */
export type KubeCall = <T>(method: KubeMethod, path: string, body?: object) => Promise<T>;

const pem = (base64: string) => Buffer.from(base64, 'base64');

const typeOf = (method: KubeMethod) => (method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');

/** Requests and nothing else: no deadline, no kinds of errors, no rotation. For a kubeconfig with certificates within. */
export const openKubeCalls = (kubeconfig: string, connections: number): KubeCall => {
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8'));
  const [{ cluster }, { user }] = [clusters[0], users[0]];
  const pool = new Pool(cluster.server, {
    connections,
    allowH2: false,
    connect: {
      ca: pem(cluster['certificate-authority-data']),
      cert: pem(user['client-certificate-data']),
      key: pem(user['client-key-data']),
    },
  });
  return async <T>(method: KubeMethod, path: string, body?: object) => {
    const sent = body ? { headers: { 'content-type': typeOf(method) }, body: JSON.stringify(body) } : {};
    const answer = await pool.request({ method, path, ...sent });
    const said = await answer.body.json();
    if (answer.statusCode >= 300) throw new Error(JSON.stringify(said));
    return said as T;
  };
};
