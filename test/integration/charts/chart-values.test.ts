import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parseAllowList } from '@tintype/runtime';
import {
  chartFolder,
  helm,
  type Manifest,
  readChart,
  renderChart,
  valueSets,
  valuesFile,
} from '../../kit/charts/chart.js';

const refusal = async (...args: string[]): Promise<string> => {
  const error = await helm(['template', 'tintype', chartFolder, ...args]).then(
    () => assert.fail(`${args.join(' ')} was taken`),
    (failed: { stderr: string }) => failed,
  );
  return error.stderr;
};

const taken = (...args: string[]) => helm(['template', 'tintype', chartFolder, '-f', valuesFile('default'), ...args]);

/** A value for `--set-json` that the schema refuses, and the start of helm's line about it. `…` stands for any text. */
type Wrong = [given: string, at: string];

const ofLabels = ['commonLabels', 'api.podLabels', 'nats.podLabels', 'pool.podLabels'];
const ownLabels = [
  ...['name', 'instance', 'component', 'managed-by', 'version'].map((name) => `app.kubernetes.io/${name}`),
  ...['helm.sh/chart', 'tintype.dev/metrics'],
];

const wrongAddresses = [
  ...[
    '10.0.0.0/33',
    '10.0.0/8',
    '256.0.0.1',
    '127.1',
    'fd00::/129',
    'http://a.example',
    'a.example/path',
    'a@b.example',
  ],
  ...['a b', 'a.example:0', 'a.example:x', '*', 'a.*.example', '', 'a.example,b.example'],
];

const bySchema: Wrong[] = [
  ['api.replica=2', "'/api': additional properties 'replica'"],
  ['browserNode.slots=0', "'/browserNode/slots'"],
  ['browserNode.slots="many"', "'/browserNode/slots'"],
  ['nats.replicas=2', "'/nats/replicas'"],
  ['seccomp.type="Off"', "'/seccomp/type'"],
  ['seccomp.profile="../../etc/passwd"', "'/seccomp/profile'"],
  ['image.pullPolicy="Sometimes"', "'/image/pullPolicy'"],
  ['networkPolicy.browserExcept=["fc00::/7"]', "'/networkPolicy/browserExcept/0'"],
  ['networkPolicy.browserExcept=["0.0.0.0/0"]', "'/networkPolicy/browserExcept/0'"],
  ['api.pdb.maxUnavailable=0', "'/api/pdb/maxUnavailable'"],
  ['nats.pdb.maxUnavailable="0%"', "'/nats/pdb/maxUnavailable'"],
  ['operator.pdb.maxUnavailable="150%"', "'/operator/pdb/maxUnavailable'"],
  ['networkPolicy.browserAllow=["10.0.0.300/8"]', "'/networkPolicy/browserAllow/0'"],
  ['networkPolicy.browserAllow=["10.0.0.0/33"]', "'/networkPolicy/browserAllow/0'"],
  ['networkPolicy.browserAllow=["10.0.0.1"]', "'/networkPolicy/browserAllow/0'"],
  ['nameOverride="Shots"', "'/nameOverride'"],
  ['fullnameOverride="-shots"', "'/fullnameOverride'"],
  ['fullnameOverride="1shots"', "'/fullnameOverride'"],
  ['nats.priorityClassName="Very High"', "'/nats/priorityClassName'"],
  ['image.tag="0.1.0@sha256:00"', "'/image/tag'"],
  ['image.digests.api="00"', "'/image/digests/api'"],
  ['nats.image.digest="2.15.2"', "'/nats/image/digest'"],
  ['storage.s3.region="us east"', "'/storage/s3/region'"],
  ['storage.s3.bucket="a/b"', "'/storage/s3/bucket'"],
  ['urls.base="shots.example.com"', "'/urls/base'"],
  ['pool.resources.limits.memory="lots"', "'/pool/resources/limits/memory'"],
  ['api.extraEnv=[{"value":"x"}]', "'/api/extraEnv/0': missing property 'name'"],
  ['nats.persistence.syncInterval="never"', "'/nats/persistence/syncInterval'"],
  ['api.preStopSeconds=0', "'/api/preStopSeconds'"],
  [
    'seccomp.installer.seLinuxOptions.kind="spc_t"',
    "'/seccomp/installer/seLinuxOptions': additional properties 'kind'",
  ],
  // A rule without ports or peers would allow everybody.
  ...['apiServer.ports', 'dns.to', 'dns.ports', 's3Ports'].flatMap((list): Wrong[] => {
    const at = `/networkPolicy/${list.replace('.', '/')}`;
    const [, parent, name] = /(.*)\/(.*)/.exec(at) ?? [];
    return [
      [`networkPolicy.${list}=[]`, `'${at}': minItems`],
      [`networkPolicy.${list}=null`, `'${parent}': missing … '${name}'`],
    ];
  }),
  ...ofLabels.flatMap((path) => {
    const given = `${path}=${JSON.stringify(Object.fromEntries(ownLabels.map((name) => [name, 'x'])))}`;
    return ownLabels.map(
      (name): Wrong => [given, `'/${path.replace('.', '/')}/${name.replace('/', '~1')}': false schema`],
    );
  }),
  ...wrongAddresses.map(
    (address, index): Wrong => [
      `egressAllow=${JSON.stringify(wrongAddresses)}`,
      `'/egressAllow/${index}': '${address}' does not match pattern`,
    ],
  ),
  ...['api.extraEnv', 'operator.extraEnv', 'browserNode.extraEnv', 'pool.env'].map(
    (path): Wrong => [
      `${path}=[{"name":"TINTYPE_LOG_LEVEL","value":"warn"}]`,
      `'/${path.replace('.', '/')}/0/name': 'not' failed`,
    ],
  ),
];

/** One value of each kind, refused on its own; other runs test many at once. */
const alone: Wrong[] = [
  ['commonLabels={"helm.sh/chart":"x"}', "'/commonLabels/helm.sh~1chart': false schema"],
  ['egressAllow=["a b"]', "'/egressAllow/0': 'a b' does not match pattern"],
  ['api.extraEnv=[{"name":"TINTYPE_LOG_LEVEL","value":"warn"}]', "'/api/extraEnv/0/name': 'not' failed"],
];

const refuses = (message: string, at: string): boolean => {
  const [start = '', rest = ''] = at.split('…');
  const lines = message.split('\n').map((line) => line.trim());
  return lines.some((line) => line.startsWith(`- at ${start}`) && line.includes(rest));
};

/** Helm lists all refused values, so one run tests many; values of the same path need several runs. */
const runs: Map<string, string>[] = [];
const runOf = new Map<string, number>();
for (const [given] of bySchema) {
  const path = given.split('=')[0] ?? '';
  const found = runs.findIndex((run) => (run.get(path) ?? given) === given);
  const at = found === -1 ? runs.push(new Map()) - 1 : found;
  runs[at]?.set(path, given);
  runOf.set(given, at);
}

describe('the values of the chart', { timeout: 600_000 }, () => {
  let refusals: string[];

  before(async () => {
    refusals = [];
    for (const run of runs)
      refusals.push(await refusal(...[...run.values()].flatMap((given) => ['--set-json', given])));
  });

  for (const [given, at] of bySchema)
    it(`refuses ${given}, and says so at ${at}`, () => {
      const message = refusals[runOf.get(given) ?? -1] ?? '';
      assert.ok(refuses(message, at), message);
    });

  for (const [given, at] of alone)
    it(`refuses ${given} alone`, async () => {
      const message = await refusal('--set-json', given);
      assert.ok(refuses(message, at), message);
    });

  for (const [wrong, reason] of [
    [
      'api.autoscaling.enabled=true,api.autoscaling.minReplicas=11',
      /api\.autoscaling\.minReplicas is 11, and more than/,
    ],
    [
      'browserNode.autoscaling.enabled=true,browserNode.autoscaling.maxReplicas=1',
      /more than browserNode\.autoscaling\.max/,
    ],
    ['browserNode.keda.enabled=true,browserNode.keda.minReplicas=30', /browserNode\.keda\.minReplicas is 30, and more/],
    ['nats.enabled=false', /nats\.existing\.secret is needed/],
    ['storage.s3.enabled=true', /storage\.s3\.endpoint is needed/],
    [
      'storage.s3.enabled=true,storage.s3.pathStyle=false,storage.s3.endpoint=https://a.example,storage.s3.bucket=my.pictures',
      /pathStyle is false, which needs a bucket with .*, not "my\.pictures": set it to true/,
    ],
    [
      'storage.resultsGib=64',
      /storage\.resultsGib is 64, and nats\.persistence\.size 32Gi: results may take three quarters/,
    ],
    ['nats.persistence.size=26G', /resultsGib is 20, and nats\.persistence\.size 26G/],
    ['nats.persistence.size=20000000000', /resultsGib is 20, and nats\.persistence\.size/],
    ['api.service.nodePort=30080', /api\.service\.nodePort needs api\.service\.type NodePort or LoadBalancer/],
    ['ingress.enabled=true', /ingress\.hosts needs a host/],
    ['httpRoute.enabled=true', /httpRoute\.parentRefs needs a Gateway/],
    ['browserNode.autoscaling.enabled=true,browserNode.keda.enabled=true', /exclude each other/],
  ] as const)
    it(`refuses ${wrong}, and says why`, async () => {
      assert.match(await refusal('--set', wrong), reason);
    });

  it('takes labels of others, and addresses, ranges and names that browsers may reach', async () => {
    const labels = ofLabels.flatMap((path) => ['--set-json', `${path}={"app.kubernetes.io/part-of":"x"}`]);
    const good = ['10.1.2.3', '10.0.0.0/8:8080', 'fd00::/8', '[fd00::/8]:443', '::1', 'intranet.example'];
    const all = [...good, '*.intranet.example:8443', 'A.Example.', 'bücher.example:80', 'wiki'];
    for (const entry of all) assert.ok(parseAllowList(entry));
    await taken(...labels, '--set-json', `egressAllow=${JSON.stringify(all)}`);
  });

  it('takes no variable that the chart sets itself', async () => {
    const manifests = (
      await Promise.all(valueSets.map((set) => renderChart(set, 'shots', '--set', 'logLevel=debug,listenHost=::')))
    ).flat();
    const programs = manifests
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(({ spec }) => spec.template.spec.containers);
    const pools = manifests.filter(({ kind }) => kind === 'BrowserPool').map(({ spec }) => spec.template);
    const set = [...programs, ...pools].flatMap(({ env = [] }: Manifest) => env.map(({ name }: Manifest) => name));
    const { definitions } = JSON.parse(readChart('values.schema.json'));
    assert.deepEqual(definitions.envName.not.enum, [...new Set(set)].sort());
  });

  for (const enough of [
    'storage.resultsGib=24',
    'storage.resultsGib=700,nats.persistence.size=1Ti',
    'nats.persistence.size=30G',
    'nats.persistence.size=40000000000',
    'storage.resultsGib=64,storage.s3.enabled=true,storage.s3.endpoint=https://a.example,storage.s3.bucket=pictures,storage.s3.existingSecret=a',
    'storage.resultsGib=64,nats.enabled=false,nats.existing.secret=a',
  ])
    it(`takes ${enough}: results have their room`, async () => {
      await taken('--set', enough);
    });

  it('takes a digest for each image, besides the tag', async () => {
    const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
    const digests = { 'digests.api': 'a', 'digests.operator': 'b', 'digests.browserNode': 'c' };
    const set = Object.entries(digests).flatMap(([name, digit]) => ['--set', `image.${name}=${digest(digit)}`]);
    const manifests = await renderChart('default', 'shots', ...set, '--set', `nats.image.digest=${digest('d')}`);
    const text = JSON.stringify(manifests);
    const images = [...new Set(text.match(/[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}/g))].sort();
    assert.deepEqual(images, [
      `docker.io/library/nats:2.15.2-alpine@${digest('d')}`,
      `tintype/api:0.1.0@${digest('a')}`,
      `tintype/browser-node:0.1.0@${digest('c')}`,
      `tintype/operator:0.1.0@${digest('b')}`,
    ]);
    assert.doesNotMatch(text, /"image":"[^"@]*"/);
  });

  it('names the hosts by which clients reach the tool server', async () => {
    const args = [
      '--set',
      'httpRoute.enabled=true,httpRoute.parentRefs[0].name=gate,httpRoute.hostnames={*.example.org}',
    ];
    const manifests = await renderChart('ha', 'shots', ...args);
    const api = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tintype-api');
    const { env } = api.spec.template.spec.containers[0];
    const { value } = env.find(({ name }: Manifest) => name === 'TINTYPE_MCP_HOSTS');
    const inside = ['', '.shots', '.shots.svc', '.shots.svc.cluster.local'].map((rest) => `tintype-api${rest}`);
    assert.deepEqual(value.split(','), [...inside, 'shots.example.com', 'edge.example.com', '*.example.org']);
  });

  it('passes texts on as they are, also those that look like something else in YAML', async () => {
    const given = { 'storage.s3.region': '12', 'storage.s3.keyField': 'on', 'storage.s3.secretField': '1e3' };
    const set = Object.entries(given).flatMap(([name, value]) => ['--set-string', `${name}=${value}`]);
    const manifests = await renderChart('existing', 'shots', ...set, '--set', 'urls.base=https://a.example/: b');
    const api = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tintype-api');
    const env = Object.fromEntries(
      api.spec.template.spec.containers[0].env.map(({ name, value, valueFrom }: Manifest) => [
        name,
        value ?? valueFrom.secretKeyRef.key,
      ]),
    );
    const { TINTYPE_S3_REGION, TINTYPE_S3_KEY, TINTYPE_S3_SECRET, TINTYPE_BASE_URL } = env;
    assert.deepEqual(
      [TINTYPE_S3_REGION, TINTYPE_S3_KEY, TINTYPE_S3_SECRET, TINTYPE_BASE_URL],
      ['12', 'on', '1e3', 'https://a.example/: b'],
    );
  });

  it('gives each program the keys that it needs, and no other', async () => {
    const manifests = await renderChart('existing');
    const keysOf = (program: string) =>
      manifests
        .find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `tintype-${program}`)
        .spec.template.spec.containers[0].env.map(({ valueFrom }: Manifest) => valueFrom?.secretKeyRef)
        .filter((from: Manifest) => from?.name === 'our-keys')
        .map((from: Manifest) => from.key);
    assert.deepEqual(keysOf('api'), [
      'master-key',
      'job-key',
      'root-key',
      'admin-token',
      'accounts',
      'slack-signing-secret',
    ]);
    assert.deepEqual(keysOf('operator'), ['master-key', 'root-key']);
    assert.deepEqual(keysOf('browser-node'), ['job-key']);
  });
});
