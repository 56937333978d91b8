import { readFileSync } from 'node:fs';
import type { Tools } from '../tools.js';

/** A pod that browsers may reach and one that they may not, in a separate namespace. */
export interface Site {
  /** Browsers may reach this address, such as `10.0.0.7:8800`, and nothing else in the cluster. */
  allowed: string;
  range: string;
  foreign: string;
}

export interface SiteOptions {
  image: string;
  pullSecrets: readonly object[];
}

export const siteNamespace = 'tintype-e2e-site';
export const sitePort = 8800;
export const sitePod = 'pages';
export const foreignPod = 'foreign';

const program = new URL('./program.js', import.meta.url);

const pod = (name: string, { image, pullSecrets }: SiteOptions) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: siteNamespace },
  spec: {
    serviceAccountName: 'site',
    automountServiceAccountToken: false,
    imagePullSecrets: pullSecrets,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'site',
        image,
        imagePullPolicy: 'IfNotPresent',
        args: ['/site/program.mjs', String(sitePort)],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        readinessProbe: { tcpSocket: { port: sitePort }, periodSeconds: 1 },
        volumeMounts: [{ name: 'site', mountPath: '/site' }],
      },
    ],
    volumes: [{ name: 'site', configMap: { name: 'site' } }],
  },
});

const removeSite = (tools: Tools) =>
  tools.kubectl('delete', 'namespace', siteNamespace, '--ignore-not-found', '--timeout=120s');

export const startSite = async (tools: Tools, options: SiteOptions): Promise<Site> => {
  await removeSite(tools);
  const metadata = { name: 'site', namespace: siteNamespace };
  await tools.apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: siteNamespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'program.mjs': readFileSync(program, 'utf8') } },
    pod(sitePod, options),
    pod(foreignPod, options),
  );
  const address = async (name: string): Promise<string> =>
    tools.kubectl('--namespace', siteNamespace, 'get', 'pod', name, '-o', 'jsonpath={.status.podIP}');
  await tools.kubectl('--namespace', siteNamespace, 'wait', 'pod', '--all', '--for=condition=Ready', '--timeout=180s');
  const [pages, foreign] = [await address(sitePod), await address(foreignPod)];
  return { allowed: `${pages}:${sitePort}`, range: `${pages}/32`, foreign: `${foreign}:${sitePort}` };
};
