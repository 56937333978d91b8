import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

export type KubeMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call to the Kubernetes API; PATCH is a merge patch. Throws the server's refusal. */
export type KubeCall = <T>(method: KubeMethod, path: string, body?: object) => Promise<T>;

const pem = (base64: string) => Buffer.from(base64, 'base64');

const typeOf = (method: KubeMethod) => (method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');

/** Bare requests, without deadline, kinds of errors or rotation. The kubeconfig must hold its certificates inline. */
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
    const reply = await answer.body.json();
    if (answer.statusCode >= 300) throw new Error(JSON.stringify(reply));
    return reply as T;
  };
};
