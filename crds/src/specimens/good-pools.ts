import { largestPool } from './largest-pool.js';
import type { GoodSpecimen } from './specimen.js';

const kind = 'BrowserPool';

const fullPool = { replicas: 2, maxAgeSeconds: 3600 };

const fullTemplate = {
  labels: { team: 'web', empty: '' },
  annotations: { 'example.com/note': 'any text, also 😀' },
  image: 'registry.example:5000/tintype/browser-node@sha256:0123456789abcdef',
  imagePullPolicy: 'IfNotPresent',
  imagePullSecrets: [{ name: 'registry' }, { name: 'other.registry' }],
  resources: {
    requests: { cpu: '0.5', memory: 1_073_741_824, 'ephemeral-storage': '.5Gi' },
    limits: { cpu: 2, memory: '1.5Gi', 'example.com/gpu': '1', 'example.com/fuse': 1 },
  },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [
    { key: 'browsers', operator: 'Equal', value: 'only', effect: 'NoSchedule' },
    { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
  ],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] },
              { key: 'example.com/cores', operator: 'Gt', values: ['7'] },
            ],
          },
        ],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: 'spot', operator: 'DoesNotExist' }] } },
      ],
    },
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'zone', namespaces: ['cache'], labelSelector: { matchLabels: { app: 'cache' } } },
      ],
    },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: {
            topologyKey: 'kubernetes.io/hostname',
            labelSelector: { matchExpressions: [{ key: 'tintype.dev/pool', operator: 'Exists', values: [] }] },
          },
        },
      ],
    },
  },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' },
    {
      maxSkew: 2,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      minDomains: 3,
      nodeAffinityPolicy: 'Ignore',
      nodeTaintsPolicy: 'Honor',
      labelSelector: { matchLabels: { 'tintype.dev/pool': 'default' } },
    },
  ],
  priorityClassName: 'sessions',
  runtimeClassName: 'gvisor',
  seccompProfile: { type: 'Localhost', localhostProfile: 'profiles/tintype.json' },
  env: [{ name: 'TINTYPE_LOG_LEVEL', value: 'debug' }],
};

const fullStatus = {
  observedGeneration: 3,
  replicas: 2,
  readyReplicas: 1,
  claimedReplicas: 5,
  waitingSessions: 1,
  selector: 'tintype.dev/pool=default,tintype.dev/claimed=false',
  conditions: [
    { type: 'Available', status: 'False', reason: 'TooFewReady', lastTransitionTime: '2026-03-01T12:00:00Z' },
  ],
};

const good = (about: string, spec: object, stored: object = spec): GoodSpecimen => ({
  about,
  kind,
  spec,
  stored: { spec: { ...fullPool, ...stored } },
});

export const goodPools: readonly GoodSpecimen[] = [
  good('a pool with an empty spec', {}),
  good('everything at once', { replicas: 0, maxAgeSeconds: 60, template: fullTemplate }),
  good('as many pods as there may be', { replicas: 1000, maxAgeSeconds: 604_800 }),
  good('unknown fields are dropped', { template: { image: 'a', command: ['sh'] } }, { template: { image: 'a' } }),
  good(
    'defaults inside of lists',
    { template: { env: [{ name: 'A' }], tolerations: [{ key: 'a', value: null }] } },
    { template: { env: [{ name: 'A', value: '' }], tolerations: [{ key: 'a', operator: 'Equal' }] } },
  ),
  good('a request that is its limit, in other words', {
    template: {
      resources: { requests: { cpu: '1500m', memory: '1Gi' }, limits: { cpu: '1.5', memory: 1_073_741_824 } },
    },
  }),
  good('names with a domain, and a value of each character', {
    template: {
      labels: { 'a-b.c0/A.b_c-d': 'A.b_c-9', A: '0' },
      annotations: { 'xn--a.example/b--c': '\n\t<&>' },
      env: [{ name: '_a', value: 'several\nlines' }],
    },
  }),
  { ...good('the longest name', {}), name: 'p'.repeat(63) },
  largestPool,
  { about: 'everything that a status says', kind, spec: fullPool, status: fullStatus },
  {
    about: 'a pool may be changed',
    kind,
    before: { spec: { ...fullPool, template: fullTemplate }, status: fullStatus },
    spec: { replicas: 5, maxAgeSeconds: 120 },
    status: fullStatus,
  },
];
