import { type BadSpecimen, entries, type GoodSpecimen, mapOf } from './specimen.js';

const kind = 'BrowserPool';

/** A pool's spec with all defaults. */
export const fullPool = { replicas: 2, maxAgeSeconds: 3600 };

const fullTemplate = {
  labels: { team: 'web', empty: '' },
  annotations: { 'example.com/note': 'any text, also 😀' },
  image: 'registry.example:5000/tintype/browser-node@sha256:0123456789abcdef',
  imagePullPolicy: 'IfNotPresent',
  imagePullSecrets: [{ name: 'registry' }, { name: 'other.registry' }],
  resources: {
    requests: { cpu: '500m', memory: 1_073_741_824 },
    limits: { cpu: 2, memory: '1.5Gi', 'example.com/gpu': '1e0' },
  },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [
    { key: 'browsers', operator: 'Equal', value: 'only', effect: 'NoSchedule' },
    { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
  ],
  affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, odd: null }] } },
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
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
  good('a pool that says nothing of itself', {}),
  good('everything at once', { replicas: 0, maxAgeSeconds: 60, template: fullTemplate }),
  good('as many pods as there may be', { replicas: 1000, maxAgeSeconds: 604_800 }),
  good('unknown fields are dropped', { template: { image: 'a', command: ['sh'] } }, { template: { image: 'a' } }),
  good(
    'defaults inside of lists',
    { template: { env: [{ name: 'A' }], tolerations: [{ key: 'a', value: null }] } },
    { template: { env: [{ name: 'A', value: '' }], tolerations: [{ key: 'a', operator: 'Equal' }] } },
  ),
  { ...good('the longest name', {}), name: 'p'.repeat(63) },
  { about: 'everything that a status says', kind, spec: fullPool, status: fullStatus },
  {
    about: 'a pool may be changed',
    kind,
    before: { spec: { ...fullPool, template: fullTemplate }, status: fullStatus },
    spec: { replicas: 5, maxAgeSeconds: 120 },
    status: fullStatus,
  },
];

const bad = (about: string, spec: object, ...words: string[]): BadSpecimen => ({ about, kind, spec, words });

const template = (about: string, fields: object, ...words: string[]) =>
  bad(about, { template: fields }, ...words.map((word, at) => (at === 0 ? `spec.template.${word}` : word)));

const status = (about: string, fields: object, ...words: string[]): BadSpecimen => ({
  about,
  kind,
  spec: {},
  status: fields,
  words,
});

const toleration = (about: string, fields: object, ...words: string[]) =>
  template(about, { tolerations: [fields] }, 'tolerations', ...words);

export const badPools: readonly BadSpecimen[] = [
  { about: 'no spec', kind, words: ['spec'] },
  bad('fewer pods than none', { replicas: -1 }, 'spec.replicas'),
  bad('more pods than there may be', { replicas: 1001 }, 'spec.replicas', '1000'),
  bad('pods that are replaced all the time', { maxAgeSeconds: 59 }, 'spec.maxAgeSeconds', '60'),
  bad('pods that are never replaced', { maxAgeSeconds: 604_801 }, 'spec.maxAgeSeconds', '604800'),
  { ...bad('a name that is no label', {}, 'at most 63 characters'), name: 'p'.repeat(64) },
  template('a label of the operator', { labels: { 'tintype.dev/pool': 'x' } }, 'labels', 'names below tintype.dev/'),
  template('a label with a blank', { labels: { team: 'a b' } }, 'labels.team'),
  template('too many labels', { labels: mapOf(33, 'x') }, 'labels'),
  template('a label with a name that is too long', { labels: { ['x'.repeat(318)]: 'x' } }, 'labels', '317'),
  template(
    'an annotation of the operator',
    { annotations: { 'tintype.dev/claimed': 'x' } },
    'annotations',
    'tintype.dev/',
  ),
  template('an annotation that is too long', { annotations: { a: 'x'.repeat(4097) } }, 'annotations.a'),
  template('an image with a blank', { image: 'a b' }, 'image'),
  template('an empty image', { image: '' }, 'image'),
  template('an image that is pulled sometimes', { imagePullPolicy: 'Sometimes' }, 'imagePullPolicy'),
  template('a secret twice', { imagePullSecrets: [{ name: 'a' }, { name: 'a' }] }, 'imagePullSecrets[1]'),
  template('a negative amount', { resources: { limits: { cpu: '-1' } } }, 'resources.limits.cpu'),
  template('a negative number', { resources: { limits: { cpu: -1 } } }, 'resources.limits.cpu'),
  template('an amount in words', { resources: { requests: { memory: 'much' } } }, 'resources.requests.memory'),
  template('half a core as a number', { resources: { requests: { cpu: 0.5 } } }, 'resources.requests.cpu'),
  template('too many resources', { resources: { requests: mapOf(17, 1) } }, 'resources.requests'),
  template('a selector that is a list', { nodeSelector: [] }, 'nodeSelector'),
  template('affinity that is text', { affinity: 'near' }, 'affinity'),
  template('constraints that are text', { topologySpreadConstraints: ['even'] }, 'topologySpreadConstraints[0]'),
  template('a priority in capitals', { priorityClassName: 'High' }, 'priorityClassName'),
  template(
    'a profile without its file',
    { seccompProfile: { type: 'Localhost' } },
    'seccompProfile.localhostProfile',
    'goes with type Localhost',
  ),
  template(
    'a file without its profile',
    { seccompProfile: { type: 'Unconfined', localhostProfile: 'a' } },
    'seccompProfile.localhostProfile',
    'goes with type Localhost',
  ),
  template('a profile of no type', { seccompProfile: {} }, 'seccompProfile.type'),
  template('a variable that is none', { env: [{ name: '1A' }] }, 'env[0].name'),
  template(
    'a variable twice',
    {
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    },
    'env[1]',
  ),
  template('too many variables', { env: entries(65, (at) => ({ name: `A${at}` })) }, 'env'),
  toleration('a value of every value', { key: 'a', operator: 'Exists', value: 'b' }, 'no value with operator Exists'),
  toleration('a value of no key', { value: 'b' }, 'a key with operator Equal'),
  toleration('seconds before nothing', { key: 'a', tolerationSeconds: 5 }, 'goes with effect NoExecute only'),
  toleration(
    'seconds before another effect',
    { key: 'a', effect: 'NoSchedule', tolerationSeconds: 5 },
    'goes with effect NoExecute only',
  ),
  status('a generation before the first', { observedGeneration: -1 }, 'status.observedGeneration'),
  status('fewer pods than none, in fact', { replicas: -1 }, 'status.replicas'),
  status('a selector without an end', { selector: 'x'.repeat(1025) }, 'status.selector'),
];
