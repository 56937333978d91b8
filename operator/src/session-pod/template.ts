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
 * Unready only after 12 failed probes in a row: a busy browser may answer slowly. An unready pod counts as lost with its
 * node, and its session ends.
 */
const readinessProbe = {
  httpGet: { path: agentPaths.health, port: sessionAgentPort },
  periodSeconds: 1,
  timeoutSeconds: 5,
  failureThreshold: 12,
};

/**
 * Long enough to end a browser and to write the pod record. A hung program outlives an api's session by at most a
 * minute. It outlives one from kubectl without `startBy` by at most 90 s (`killedAt` in times.ts).
 */
export const podGraceSeconds = 10;

/**
 * Holds files of pages. A pod that writes more than 4 GiB is evicted before its node's disk is full. The memory that a
 * browser's processes share does not count, because it is not in files.
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
      containers: [
        containerOf({ image, imagePullPolicy, resources, env: envWithBrowser(browser, env) }, pod, settings),
      ],
      volumes: [{ name: scratch.name, emptyDir: scratch.emptyDir }],
      securityContext: { runAsNonRoot: true, seccompProfile: seccompProfile ?? settings.seccompProfile },
      // Code that breaks out of a browser finds no login to the API server, and no addresses of services.
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: podGraceSeconds,
    },
  };
};

type Variables = NonNullable<PoolTemplate['env']>;

/** The variables of `env` that have no namesake in `others`. */
const withoutNamesakes = (env: Variables, others: Variables): Variables =>
  env.filter(({ name }) => others.every((each) => each.name !== name));

const envWithBrowser = (browser: BrowserPool['spec']['browser'], env: Variables): Variables => {
  if (!browser) return env;
  const chosen = [{ name: 'TINTYPE_SESSION_BROWSER', value: browser }];
  return [...withoutNamesakes(env, chosen), ...chosen];
};

const mebibyte = 2 ** 20;
/** MiB for the program beside the browser. The margin lets the program end a browser before the kernel kills. */
const programMebibytes = 256;
/** The program refuses to start with a smaller limit for its browser. */
const minBrowserMebibytes = 256;

/**
 * The browser's share of the memory limit, as a variable. The program ends a browser that takes more. The kernel, at the
 * container's limit, might kill any process.
 */
const browserMemoryEnv = (limit: string | number | undefined): { name: string; value: string }[] => {
  if (limit === undefined) return [];
  const mebibytes = Math.floor(Number(quantityNanos(limit)) / 1e9 / mebibyte) - programMebibytes;
  return [{ name: 'TINTYPE_BROWSER_MEMORY_MB', value: String(Math.max(minBrowserMebibytes, mebibytes)) }];
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
  const ownEnv = [
    { name: 'TINTYPE_NODE_ROLE', value: 'session' },
    { name: 'TINTYPE_POD_KEY', value: podKeyOf(settings.rootKey, pod) },
  ];
  const allowed = resources ?? usualResources;
  const memoryEnv = browserMemoryEnv(allowed.limits?.memory);
  return {
    name: browserContainer,
    image: image ?? settings.image,
    ...(imagePullPolicy && { imagePullPolicy }),
    resources: allowed,
    env: [...withoutNamesakes(memoryEnv, env), ...withoutNamesakes(env, ownEnv), ...ownEnv],
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
