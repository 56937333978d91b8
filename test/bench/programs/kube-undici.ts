/** The acts by requests and nothing else: no deadline, no errors, no rotation. The floor of this machine. */
import { readFileSync } from 'node:fs';
import type { BrowserSession } from '@tintype/crds';
import { Pool } from 'undici';
import { serveKubeActs } from './kube-acts.js';

const pem = (base64: string) => Buffer.from(base64, 'base64');

await serveKubeActs(async (kubeconfig, namespace) => {
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8'));
  const [{ cluster }, { user }] = [clusters[0], users[0]];
  const pool = new Pool(cluster.server, {
    connections: 16,
    allowH2: false,
    connect: {
      ca: pem(cluster['certificate-authority-data']),
      cert: pem(user['client-certificate-data']),
      key: pem(user['client-key-data']),
    },
  });
  const sessions = `/apis/tintype.dev/v1alpha1/namespaces/${namespace}/browsersessions`;
  const headers = { 'content-type': 'application/json' };
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const sent = body ? { headers, body: JSON.stringify(body) } : {};
    const answer = await pool.request({ method, path, ...sent });
    const said = await answer.body.json();
    if (answer.statusCode >= 300) throw new Error(JSON.stringify(said));
    return said as BrowserSession;
  };
  return {
    get: (name) => ask('GET', `${sessions}/${name}`),
    create: (session) => ask('POST', sessions, session),
    update: (session) => ask('PUT', `${sessions}/${session.metadata.name}`, session),
  };
});
