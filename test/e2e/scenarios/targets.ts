import type { Found, Stage } from '../stage.js';

const metadata = 'http://169.254.169.254/latest/meta-data/';

const addressOfKubelet = async (stage: Stage): Promise<string> => {
  const [{ status }] = await stage.list('nodes');
  const { address } = status.addresses.find(({ type }: Found) => type === 'InternalIP');
  return `${address}:${status.daemonEndpoints.kubeletEndpoint.Port}`;
};

/** Targets that no page may reach, by name and by address. `other`: the program of another browser pod. */
export const forbidden = async (stage: Stage, other: string): Promise<Record<string, string>> => {
  const [nats] = await stage.pods('nats');
  const [api] = await stage.pods('api');
  const { spec } = await stage.get('service', 'kubernetes', '--namespace=default');
  return {
    'cloud metadata': metadata,
    'API server': `https://${spec.clusterIP}/version`,
    'API server by name': 'https://kubernetes.default.svc.cluster.local/version',
    NATS: `http://${nats.status.podIP}:8222/varz`,
    'NATS by name': `http://${stage.release}-nats.${stage.namespace}.svc.cluster.local:8222/varz`,
    kubelet: `https://${await addressOfKubelet(stage)}/pods`,
    'admin routes of the api': `http://${api.status.podIP}:9090/metrics`,
    'api itself': `${await stage.url()}/openapi.json`,
    "another browser's program": other,
    "somebody else's pod": stage.pages.foreign,
  };
};

/** No connection within 3 s counts as unreachable: a policy drops packets silently. */
const silentMs = 3000;

/** Runs in a pod, past the guard: lists the servers that accept a connection. */
const tryThem = `
const { connect } = require('node:net');
const takes = (url) => new Promise((resolve) => {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), hostname, () => resolve(socket.destroy() && url));
  socket.on('error', () => resolve(undefined));
  setTimeout(() => socket.destroy() && resolve(undefined), ${silentMs});
});
Promise.all(process.argv.slice(1).map(takes)).then((taken) => console.log(JSON.stringify(taken.filter(Boolean))));
`;

export const takenFrom = async (
  stage: Stage,
  pod: string,
  urls: readonly string[],
  namespace = stage.namespace,
): Promise<string[]> =>
  JSON.parse(await stage.kubectl('exec', pod, `--namespace=${namespace}`, '--', 'node', '-e', tryThem, ...urls));
