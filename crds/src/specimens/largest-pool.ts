import { entries, type GoodSpecimen } from './specimen.js';

/** Six bytes in JSON. */
const sixByteCharacter = '\u0001';

const longNames = (count: number) =>
  entries(count, (at) => `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(8)}/${String(at).padStart(63, 'n')}`);

const mapOfLong = <T>(count: number, value: T) => Object.fromEntries(longNames(count).map((name) => [name, value]));

const label = 'v'.repeat(63);
const [longName = ''] = longNames(1);
const objectName = `${'o'.repeat(250)}.oo`;

const expressions = (operator: 'NotIn') =>
  longNames(4).map((key) => ({ key, operator, values: entries(8, () => label) }));
const selector = { matchLabels: mapOfLong(4, label), matchExpressions: expressions('NotIn') };
const nodeTerm = { matchExpressions: expressions('NotIn') };
const podTerm = { labelSelector: selector, namespaces: entries(4, () => label.toLowerCase()), topologyKey: longName };
const podAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution: entries(4, () => podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: entries(4, () => ({ weight: 100, podAffinityTerm: podTerm })),
};

const template = {
  labels: mapOfLong(32, label),
  annotations: mapOfLong(16, sixByteCharacter.repeat(1024)),
  image: '<'.repeat(512),
  imagePullPolicy: 'IfNotPresent',
  imagePullSecrets: entries(8, (at) => ({ name: `${objectName.slice(0, -1)}${at}` })),
  resources: {
    requests: { cpu: '.000001Mi', memory: '.000001Mi', 'ephemeral-storage': '.000001Mi' },
    limits: mapOfLong(8, 999_999_999_999_999),
  },
  env: entries(32, (at) => ({
    name: `${'N'.repeat(126)}${String(at).padStart(2, '0')}`,
    value: sixByteCharacter.repeat(1024),
  })),
  seccompProfile: { type: 'Localhost', localhostProfile: 'p'.repeat(255) },
  nodeSelector: mapOfLong(32, label),
  tolerations: longNames(32).map((key) => ({
    key,
    operator: 'Equal',
    value: label,
    effect: 'NoExecute',
    tolerationSeconds: 86_400,
  })),
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: entries(4, () => nodeTerm) },
      preferredDuringSchedulingIgnoredDuringExecution: entries(4, () => ({ weight: 100, preference: nodeTerm })),
    },
    podAffinity,
    podAntiAffinity: podAffinity,
  },
  topologySpreadConstraints: longNames(8).map((topologyKey) => ({
    maxSkew: 1000,
    topologyKey,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: selector,
    minDomains: 1000,
    nodeAffinityPolicy: 'Ignore',
    nodeTaintsPolicy: 'Ignore',
  })),
  priorityClassName: objectName,
  runtimeClassName: objectName,
};

const condition = {
  status: 'Unknown',
  reason: 'R'.repeat(64),
  message: sixByteCharacter.repeat(1024),
  observedGeneration: 1,
  lastTransitionTime: '2026-03-01T12:00:00.000Z',
};

const spec = { replicas: 1000, maxAgeSeconds: 604_800, browser: 'shell', template };

/**
 * The largest pool, some 570 KiB in JSON: spec 463, status 106. The smallest limit is 1 MiB (NATS by default; etcd has
 * 1.5 MiB). The rest is for metadata, with up to 256 KiB of annotations.
 */
export const largestPool: GoodSpecimen = {
  about: 'as much as a pool may hold',
  kind: 'BrowserPool',
  name: 'q'.repeat(63),
  spec,
  stored: { spec },
  status: {
    observedGeneration: 1,
    replicas: 1_000_000,
    readyReplicas: 1_000_000,
    claimedReplicas: 1_000_000,
    waitingSessions: 1_000_000,
    selector: sixByteCharacter.repeat(1024),
    conditions: entries(16, (at) => ({ ...condition, type: `T${String(at).padStart(63, '0')}` })),
  },
};
