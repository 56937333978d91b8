import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { admit, type Kinds } from '@tintype/crds';
import { type BrowserPoolSpec, goodSpecimens, mutated } from '@tintype/crds/testing';
import fc from 'fast-check';
import { callKube } from '../../../kit/kube/access.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';

type Template = NonNullable<BrowserPoolSpec['template']>;

/** A pod with everything from a template. */
const podOf = ({
  labels,
  annotations,
  image = 'image',
  imagePullPolicy,
  resources,
  env,
  seccompProfile,
  ...spec
}: Template) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'pod', labels, annotations },
  spec: {
    containers: [{ name: 'browser', image, imagePullPolicy, resources, env }],
    securityContext: { seccompProfile },
    ...spec,
  },
});

const admittedTemplate = (spec: unknown): Template => {
  const pool = { metadata: { namespace: 'tintype', name: 'pool' }, spec } as Kinds['BrowserPool'];
  return admit('BrowserPool', pool).spec.template ?? {};
};

const pools = goodSpecimens.filter(({ kind }) => kind === 'BrowserPool');

const resources = (requests: object, limits: object = {}) => ({ resources: { requests, limits } });

const node = (requirement: object) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', ...requirement }] }],
      },
    },
  },
});

const names = ['a', 'A_b.c-D', `${'d'.repeat(100)}.${'d'.repeat(35)}/${'n'.repeat(63)}`, `${'d'.repeat(198)}/n`];
const amounts = [0, 1, 999_999_999_999_999, '.000001m', '999999999999999m', '999999.999999Ti', '0.5', '1000000000'];

/** Each field at its limits. */
const boundaries: Record<string, object> = {
  ...Object.fromEntries(
    names.map((name) => [
      `the label and annotation ${name}`,
      { labels: { [name]: '' }, annotations: { [name]: '' }, nodeSelector: { [name]: 'v'.repeat(63) } },
    ]),
  ),
  ...Object.fromEntries(
    names.map((name) => [
      `a toleration and a place of ${name}`,
      {
        tolerations: [{ key: name }],
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: name, whenUnsatisfiable: 'DoNotSchedule', minDomains: 1 },
        ],
      },
    ]),
  ),
  ...Object.fromEntries(
    amounts.map((amount) => [
      `a request and a limit of ${amount}`,
      resources(
        { cpu: amount, memory: amount, 'ephemeral-storage': amount },
        { cpu: amount, memory: amount, 'ephemeral-storage': amount },
      ),
    ]),
  ),
  'amounts without their limits': resources({ cpu: '1n'.replace('n', 'm') }),
  'no device': resources({}, { 'example.com/gpu': 0 }),
  'as many devices as there may be': resources(
    {},
    { [`${'d'.repeat(198)}/n`]: 999_999_999_999_999, 'example.com/b': '999999999999999' },
  ),
  'a resource of Kubernetes with its domain': resources({}, { 'kubernetes.io/batteries': 1 }),
  'an image of one character': { image: '~' },
  'the longest names of secrets and classes': {
    imagePullSecrets: [{ name: 's'.repeat(253) }],
    priorityClassName: 'p'.repeat(253),
    runtimeClassName: 'r'.repeat(253),
  },
  'variables of one character': { env: [{ name: '_' }, { name: 'A', value: '\u0001' }] },
  'a profile of many parts': { seccompProfile: { type: 'Localhost', localhostProfile: 'a../_.b/c' } },
  'a profile of the runtime': { seccompProfile: { type: 'RuntimeDefault' } },
  'every taint': {
    tolerations: [{ operator: 'Exists' }, { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }],
  },
  'nodes with more': node({ operator: 'Gt', values: ['0'] }),
  'nodes with less': node({ operator: 'Lt', values: ['9'.repeat(18)] }),
  'nodes without': node({ operator: 'NotIn', values: [''] }),
  'nodes that have': node({ operator: 'Exists', values: [] }),
  'no affinity': { affinity: { nodeAffinity: {}, podAffinity: {}, podAntiAffinity: {} } },
  'empty lists': {
    tolerations: [],
    env: [],
    imagePullSecrets: [],
    topologySpreadConstraints: [],
    labels: {},
    resources: {},
  },
  'selectors of nothing': {
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'a', namespaces: [], labelSelector: { matchLabels: {}, matchExpressions: [] } },
        ],
      },
    },
  },
};

/** The server admits pods without a class of their name. */
export const podCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  let path: string;

  before(async () => {
    server = serverOf();
    path = `/api/v1/namespaces/${await server.namespace()}/pods?dryRun=All`;
  });

  const taken = async (template: Template) => {
    const { status, body } = await callKube(server.admin, 'POST', path, podOf(template));
    assert.equal(status, 201, `${body.message}\n${JSON.stringify(template).slice(0, 2000)}`);
  };

  for (const { about, spec } of pools) it(`are admitted: ${about}`, () => taken(admittedTemplate(spec)));

  for (const [about, template] of Object.entries(boundaries)) {
    it(`are admitted: ${about.slice(0, 80)}`, () => taken(admittedTemplate({ template })));
  }

  it('are admitted for any admitted pool', async () => {
    const templates = [
      ...pools.map(({ spec }) => (spec as { template?: Template }).template ?? {}),
      ...Object.values(boundaries),
    ];
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...templates),
        fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
        async (good, picks) => {
          const template = mutated(good, (some) => (picks.pop() ?? 0) % some);
          try {
            admittedTemplate({ template });
          } catch {
            return;
          }
          count += 1;
          await taken(admittedTemplate({ template }));
        },
      ),
      { numRuns: 1000 },
    );
    assert.ok(count > 100, `${count} admitted`);
  });
};
