import type { KeyObject } from 'node:crypto';
import { agentPaths, podKeyOf, sessionAgentPort } from '@tintype/contracts';
import { type BrowserPool, browserContainer, type Container, type ObjectKey, quantityNanos } from '@tintype/crds';
import type { PodTemplate } from '../browser-session/pods/resources.js';

type PoolTemplate = NonNullable<BrowserPool['spec']['template']>;

export interface PodSettings {
  image: string;
  seccompProfile: NonNullable<PoolTemplate['seccompProfile']>;
  rootKey: KeyObject;
}

/** A page takes 50 to 200 MB; some take ten times that. */
const usualResources = { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '2Gi' } };

/**
 * Probes with patience: a busy browser may answer slowly. An unready pod counts as lost with its node, and its session
 * ends.
 */
const readinessProbe = {
  httpGet: { path: agentPaths.health, port: sessionAgentPort },
  periodSeconds: 1,
  timeoutSeconds: 5,
  failureThreshold: 12,
};

/**
 * Long enough for a browser to end and for the record. A hung program outlives its session by at most a minute
 * (`killedAt` in times.ts).
 */
export const podGraceSeconds = 10;

/**
 * Holds files of pages. A pod that writes more than 4 GiB is evicted before its node's disk is full. Memory that a
 * browser's processes share is not a file.
 */
const scratch = { name: 'tmp', mountPath: '/tmp', emptyDir: { sizeLimit: '4Gi' } };

export const templateOf = (pool: BrowserPool | undefined, pod: ObjectKey, settings: PodSettings): PodTemplate => {
  const { labels = {}, annotations = {}, ...template }: PoolTemplate = pool?.spec.template ?? {};
  const { image, imagePullPolicy, resources, env = [], seccompProfile, ...scheduling } = template;
  const browser = pool?.spec.browser;
  return {
    labels,
    annotations,
    spec: {
      ...scheduling,
      containers: [containerOf({ image, imagePullPolicy, resources, env: withBrowser(browser, env) }, pod, settings)],
      volumes: [{ name: scratch.name, emptyDir: scratch.emptyDir }],
      securityContext: { runAsNonRoot: true, seccompProfile: seccompProfile ?? settings.seccompProfile },
      // Code that breaks out of a browser finds no login, and no addresses of services.
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: podGraceSeconds,
    },
  };
};

type Variables = NonNullable<PoolTemplate['env']>;

const withoutNames = (env: Variables, named: Variables): Variables =>
  env.filter(({ name }) => named.every((each) => each.name !== name));

const withBrowser = (browser: BrowserPool['spec']['browser'], env: Variables): Variables => {
  if (!browser) return env;
  const chosen = [{ name: 'TINTYPE_SESSION_BROWSER', value: browser }];
  return [...withoutNames(env, chosen), ...chosen];
};

const mebibyte = 2 ** 20;
/** MiB for the program beside the browser, with a margin so that it acts before the kernel does. */
const programMebibytes = 256;
/** The program refuses a smaller limit for its browser. */
const minMebibytes = 256;

/** The program ends a browser that takes more; the kernel might kill any process. */
const browserMemory = (limit: string | number | undefined): { name: string; value: string }[] => {
  if (limit === undefined) return [];
  const mebibytes = Math.floor(Number(quantityNanos(limit)) / 1e9 / mebibyte) - programMebibytes;
  return [{ name: 'TINTYPE_BROWSER_MEMORY_MB', value: String(Math.max(minMebibytes, mebibytes)) }];
};

const containerOf = (
  {
    image,
    imagePullPolicy,
    resources,
    env = [],
  }: Pick<PoolTemplate, 'image' | 'imagePullPolicy' | 'resources' | 'env'>,
  pod: ObjectKey,
  settings: PodSettings,
): Container => {
  const own = [
    { name: 'TINTYPE_NODE_ROLE', value: 'session' },
    { name: 'TINTYPE_POD_KEY', value: podKeyOf(settings.rootKey, pod) },
  ];
  const allowed = resources ?? usualResources;
  const usual = browserMemory(allowed.limits?.memory);
  return {
    name: browserContainer,
    image: image ?? settings.image,
    ...(imagePullPolicy && { imagePullPolicy }),
    resources: allowed,
    env: [...withoutNames(usual, env), ...withoutNames(env, own), ...own],
    ports: [{ name: 'agent', containerPort: sessionAgentPort }],
    readinessProbe,
    volumeMounts: [{ name: scratch.name, mountPath: scratch.mountPath }],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  };
};
