import { type BadSpecimen, entries, mapOf } from './specimen.js';

const kind = 'BrowserPool';

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

const request = (about: string, requests: object, limits: object, words: string) =>
  template(about, { resources: { requests, limits } }, 'resources', words);

const overLimit = (name: string) => `no request may exceed its limit; that of "${name}" does`;

const localhost = (about: string, localhostProfile: string) =>
  template(
    about,
    { seccompProfile: { type: 'Localhost', localhostProfile } },
    'seccompProfile.localhostProfile',
    'relative path',
  );

/** The refusal quotes the name, unless the name has a line break: the API server then takes the plain message. */
const quoteOf = (name: string) => (name.includes('\n') ? [] : [`; not "${name}"`]);

const name = (map: string, about: string, name: string) =>
  template(`${about} in ${map}`, { [map]: { good: 'x', [name]: 'x' } }, map, 'a name has up to 63', ...quoteOf(name));

const badNames: BadSpecimen[] = ['labels', 'annotations', 'nodeSelector'].flatMap((map) => [
  name(map, 'an empty name', ''),
  name(map, 'a name with a blank', 'a b'),
  name(map, 'a name with an end that is none', 'a-'),
  name(map, 'a name of 64 characters', 'x'.repeat(64)),
  name(map, 'a name without its domain', '/a'),
  name(map, 'a domain without its name', 'example.com/'),
  name(map, 'a domain in capitals', 'Example.com/a'),
  name(map, 'a domain with nothing between two dots', 'a..b/c'),
  name(map, 'two domains', 'a/b/c'),
  name(map, 'a name with a line break', 'a\n'),
  name(map, 'a name with a letter of another alphabet', 'ä'),
  name(map, 'a domain that is too long', `${'d'.repeat(199)}/a`),
  // Parsed: in an object literal, `__proto__` would be no entry.
  template(`the name __proto__ in ${map}`, { [map]: JSON.parse('{"__proto__":"x"}') }, map),
]);

const requirement = (about: string, fields: object, words: string) =>
  template(
    about,
    {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', ...fields }] }],
          },
        },
      },
    },
    'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0]',
    words,
  );

const term = (about: string, fields: object, ...words: [string, ...string[]]) =>
  template(
    about,
    {
      affinity: {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', ...fields }] },
      },
    },
    `affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].${words[0]}`,
    ...words.slice(1),
  );

const spread = (about: string, fields: object, ...words: string[]) =>
  template(
    about,
    {
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', ...fields }],
    },
    ...words,
  );

const annotation = (about: string, annotations: object) =>
  template(about, { annotations }, 'annotations', 'a pool cannot set');

const placements: BadSpecimen[] = [
  requirement('In without a value', { operator: 'In' }, 'In and NotIn take one or more values'),
  requirement('Exists with a value', { operator: 'Exists', values: ['a'] }, 'Exists and DoesNotExist no value'),
  requirement('Gt of no number', { operator: 'Gt', values: ['many'] }, 'Gt and Lt one whole number'),
  requirement('Lt of two numbers', { operator: 'Lt', values: ['1', '2'] }, 'Gt and Lt one whole number'),
  requirement('a comparison that is none', { operator: 'Like', values: ['1'] }, 'operator'),
  term('a place without a name', { topologyKey: '' }, 'topologyKey'),
  term('a place with a blank', { topologyKey: 'a b' }, 'topologyKey', 'takes up to 63'),
  term('a namespace with a dot', { namespaces: ['a.b'] }, 'namespaces[0]', 'takes lower-case letters'),
  term(
    'a label with a blank',
    { labelSelector: { matchLabels: { 'a b': 'c' } } },
    'labelSelector.matchLabels',
    'a name has',
  ),
  term(
    'a selector that compares with nothing',
    { labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: [] }] } },
    'labelSelector.matchExpressions[0]',
    'In and NotIn take one or more values',
  ),
  template(
    'a wish without a weight',
    {
      affinity: {
        podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ podAffinityTerm: { topologyKey: 'a' } }] },
      },
    },
    'affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight',
  ),
  spread('maxSkew 0', { maxSkew: 0 }, 'topologySpreadConstraints[0].maxSkew'),
  spread(
    'places that are too few for anywhere',
    { minDomains: 2 },
    'topologySpreadConstraints[0].minDomains',
    'minDomains needs whenUnsatisfiable DoNotSchedule',
  ),
  template(
    'a constraint twice',
    {
      topologySpreadConstraints: entries(2, () => ({
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'ScheduleAnyway',
      })),
    },
    'topologySpreadConstraints[1]',
  ),
];

const toleration = (about: string, fields: object, ...words: string[]) =>
  template(about, { tolerations: [fields] }, 'tolerations[0]', ...words);

export const badPools: readonly BadSpecimen[] = [
  { about: 'no spec', kind, words: ['spec'] },
  bad('fewer pods than none', { replicas: -1 }, 'spec.replicas'),
  bad('more pods than there may be', { replicas: 1001 }, 'spec.replicas', '1000'),
  bad('a browser that there is not', { browser: 'firefox' }, 'spec.browser'),
  bad('pods that are replaced all the time', { maxAgeSeconds: 59 }, 'spec.maxAgeSeconds', '60'),
  bad('pods that are never replaced', { maxAgeSeconds: 604_801 }, 'spec.maxAgeSeconds', '604800'),
  { ...bad('a name that is no label', {}, 'at most 63 characters'), name: 'p'.repeat(64) },
  template('a label of the operator', { labels: { 'tintype.dev/pool': 'x' } }, 'labels', 'names below tintype.dev/'),
  template('a label with a blank', { labels: { team: 'a b' } }, 'labels', 'team', 'takes letters and digits'),
  template('too many labels', { labels: mapOf(33, 'x') }, 'labels'),
  template(
    'an annotation of the operator',
    { annotations: { 'tintype.dev/claimed': 'x' } },
    'annotations',
    'tintype.dev/',
  ),
  template('an annotation that is too long', { annotations: { a: 'x'.repeat(1025) } }, 'annotations.a'),
  annotation('the mark of a mirror', { 'kubernetes.io/config.mirror': 'a' }),
  annotation('tolerations beside tolerations', { 'scheduler.alpha.kubernetes.io/tolerations': '[' }),
  annotation('what a deletion costs', { 'controller.kubernetes.io/pod-deletion-cost': '008' }),
  annotation('a profile of the pod', { 'seccomp.security.alpha.kubernetes.io/pod': 'x' }),
  annotation('a profile of a container', { 'container.seccomp.security.alpha.kubernetes.io/x': 'x' }),
  annotation('an AppArmor profile of a container', { 'container.apparmor.security.beta.kubernetes.io/x': 'x' }),
  template('an image with a blank', { image: 'a b' }, 'image'),
  template('an empty image', { image: '' }, 'image'),
  template('an image that is pulled sometimes', { imagePullPolicy: 'Sometimes' }, 'imagePullPolicy'),
  template('a secret twice', { imagePullSecrets: [{ name: 'a' }, { name: 'a' }] }, 'imagePullSecrets[1]'),
  template('a negative amount', { resources: { limits: { cpu: '-1' } } }, 'resources.limits', 'cpu', '"500m"'),
  template('a negative number', { resources: { limits: { cpu: -1 } } }, 'resources.limits.cpu'),
  template(
    'an amount in words',
    { resources: { requests: { memory: 'much' } } },
    'resources.requests',
    'memory',
    '"500m"',
  ),
  // In an int-or-string field the API server admits only whole numbers.
  template('half a core as a number', { resources: { requests: { cpu: 0.5 } } }, 'resources.requests.cpu'),
  template(
    'an amount with too many digits',
    { resources: { limits: { memory: '1234567Ti' } } },
    'resources.limits',
    'memory',
    'takes a number, alone or with m',
  ),
  request('a request over its limit', { cpu: '1001m' }, { cpu: 1 }, overLimit('cpu')),
  request('a request over its limit, by a little', { memory: '1Gi' }, { memory: '1.07G' }, overLimit('memory')),
  request(
    'one of several requests over its limit',
    { cpu: 1, memory: '2Gi', 'ephemeral-storage': '1Gi' },
    { cpu: 1, memory: '1Gi' },
    overLimit('memory'),
  ),
  request('a request of another resource', { 'example.com/gpu': 1 }, { 'example.com/gpu': 1 }, 'into limits only'),
  request('a limit of no resource', {}, { cores: 1 }, 'limits take cpu, memory'),
  request('a limit of huge pages', {}, { 'hugepages-2Mi': '4Mi' }, 'limits take cpu, memory'),
  request('a limit with a name for quotas', {}, { 'requests.example.com/gpu': 1 }, 'limits take cpu, memory'),
  request('half a device', {}, { 'example.com/gpu': '0.5' }, 'is a whole number'),
  template('too many resources', { resources: { requests: mapOf(4, 1) } }, 'resources.requests'),
  template('a selector that is a list', { nodeSelector: [] }, 'nodeSelector'),
  template('affinity that is text', { affinity: 'near' }, 'affinity'),
  template('constraints that are text', { topologySpreadConstraints: ['even'] }, 'topologySpreadConstraints[0]'),
  ...badNames,
  ...placements,
  template('a priority in capitals', { priorityClassName: 'High' }, 'priorityClassName'),
  template(
    'a profile without its file',
    { seccompProfile: { type: 'Localhost' } },
    'seccompProfile.localhostProfile',
    'type Localhost needs localhostProfile',
  ),
  template(
    'a file without its profile',
    { seccompProfile: { type: 'Unconfined', localhostProfile: 'a' } },
    'seccompProfile.localhostProfile',
    'type Localhost needs localhostProfile',
  ),
  localhost('a profile outside of its folder', '../tintype.json'),
  localhost('a profile outside of its folder, by a detour', 'profiles/../../tintype.json'),
  localhost('a profile from the root', '/profiles/tintype.json'),
  localhost('a folder', 'profiles/'),
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
  template('a variable with NUL', { env: [{ name: 'A', value: 'a\0b' }] }, 'env[0].value', 'any character but NUL'),
  template('a variable that is too long', { env: [{ name: 'A', value: 'x'.repeat(1025) }] }, 'env[0].value'),
  template('too many variables', { env: entries(33, (at) => ({ name: `A${at}` })) }, 'env'),
  toleration('a value with Exists', { key: 'a', operator: 'Exists', value: 'b' }, 'no value for operator Exists'),
  toleration('a key with a blank', { key: 'a b', operator: 'Exists' }, 'takes up to 63'),
  toleration('a value of no key', { value: 'b' }, 'a key for operator Equal'),
  toleration('tolerationSeconds without effect', { key: 'a', tolerationSeconds: 5 }, 'needs effect NoExecute'),
  toleration(
    'seconds before another effect',
    { key: 'a', effect: 'NoSchedule', tolerationSeconds: 5 },
    'needs effect NoExecute',
  ),
  status('a generation before the first', { observedGeneration: -1 }, 'status.observedGeneration'),
  status('fewer pods than none, in fact', { replicas: -1 }, 'status.replicas'),
  status('a selector without an end', { selector: 'x'.repeat(1025) }, 'status.selector'),
];
