import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAllowList } from '@tintype/runtime';
import { chartFolder, helm, type Manifest, readChart, renderChart, valueSets } from '../../kit/chart.js';

const refusal = async (...args: string[]): Promise<string> => {
  const error = await helm(['template', 'tintype', chartFolder, ...args]).then(
    () => assert.fail(`${args.join(' ')} was taken`),
    (failed: { stderr: string }) => failed,
  );
  return error.stderr;
};

describe('the values of the chart', { timeout: 600_000 }, () => {
  for (const [wrong, said] of [
    ['api.replica=2', /replica/],
    ['browserNode.slots=0', /slots/],
    ['browserNode.slots=many', /slots/],
    ['nats.replicas=2', /replicas/],
    ['seccomp.type=Off', /type/],
    ['seccomp.profile=../../etc/passwd', /profile/],
    ['image.pullPolicy=Sometimes', /pullPolicy/],
    ['networkPolicy.browserExcept={fc00::/7}', /browserExcept/],
    ['networkPolicy.browserExcept={0.0.0.0/0}', /browserExcept/],
    ['api.pdb.maxUnavailable=0', /maxUnavailable/],
    ['nats.pdb.maxUnavailable=0%', /maxUnavailable/],
    ['operator.pdb.maxUnavailable=150%', /maxUnavailable/],
    [
      'api.autoscaling.enabled=true,api.autoscaling.minReplicas=11',
      /api\.autoscaling\.minReplicas is 11, and more than/,
    ],
    [
      'browserNode.autoscaling.enabled=true,browserNode.autoscaling.maxReplicas=1',
      /more than browserNode\.autoscaling\.max/,
    ],
    ['browserNode.keda.enabled=true,browserNode.keda.minReplicas=30', /browserNode\.keda\.minReplicas is 30, and more/],
    ['networkPolicy.browserAllow={10.0.0.300/8}', /browserAllow/],
    ['networkPolicy.browserAllow={10.0.0.0/33}', /browserAllow/],
    ['nameOverride=Shots', /nameOverride/],
    ['fullnameOverride=-shots', /fullnameOverride/],
    ['fullnameOverride=1shots', /fullnameOverride/],
    ['nats.priorityClassName=Very High', /priorityClassName/],
    ['image.tag=0.1.0@sha256:00', /image\/tag/],
    ['image.digests.api=00', /digests\/api/],
    ['nats.image.digest=2.15.2', /digest/],
    ['urls.base=shots.example.com', /base/],
    ['networkPolicy.browserAllow={10.0.0.1}', /browserAllow/],
    ['pool.resources.limits.memory=lots', /memory/],
    ['api.extraEnv[0].value=x', /extraEnv/],
    ['nats.enabled=false', /nats\.existing\.secret is needed/],
    ['storage.s3.enabled=true', /storage\.s3\.endpoint is needed/],
    [
      'storage.resultsGib=64',
      /storage\.resultsGib is 64, and nats\.persistence\.size 32Gi: results may take three quarters/,
    ],
    ['nats.persistence.syncInterval=never', /syncInterval/],
    ['api.preStopSeconds=0', /preStopSeconds/],
    ['seccomp.installer.seLinuxOptions.kind=spc_t', /seLinuxOptions/],
    ['nats.persistence.size=26G', /resultsGib is 20, and nats\.persistence\.size 26G/],
    ['nats.persistence.size=20000000000', /resultsGib is 20, and nats\.persistence\.size/],
    ['api.service.nodePort=30080', /api\.service\.nodePort is for api\.service\.type NodePort or LoadBalancer/],
    ['ingress.enabled=true', /ingress\.hosts needs a host/],
    ['httpRoute.enabled=true', /httpRoute\.parentRefs needs a Gateway/],
    ['browserNode.autoscaling.enabled=true,browserNode.keda.enabled=true', /exclude each other/],
  ] as const)
    it(`refuses ${wrong}, and says why`, async () => {
      assert.match(await refusal('--set', wrong), said);
    });

  // A rule without ports or peers is one that lets everybody through.
  for (const list of ['apiServer.ports', 'dns.to', 'dns.ports', 's3Ports'])
    for (const nothing of ['[]', 'null'])
      it(`refuses ${nothing} for networkPolicy.${list}, and says why`, async () => {
        const said = await refusal('--set-json', `networkPolicy.${list}=${nothing}`);
        assert.ok(
          said.includes(`/networkPolicy/${list.replace('.', '/')}': minItems`) || /missing property/.test(said),
          said,
        );
      });

  for (const path of ['commonLabels', 'api.podLabels', 'nats.podLabels', 'pool.podLabels'])
    it(`takes labels in ${path}, but none that the chart sets itself`, async () => {
      const label = (name: string) => ['--set-json', `${path}={"${name}":"x"}`];
      await helm(['template', 'tintype', chartFolder, ...label('app.kubernetes.io/part-of')]);
      const own = ['name', 'instance', 'component', 'managed-by', 'version'].map((name) => `app.kubernetes.io/${name}`);
      for (const name of [...own, 'helm.sh/chart', 'tintype.dev/metrics'])
        assert.match(await refusal(...label(name)), new RegExp(path.replace('.', '/')));
    });

  it('takes addresses, ranges and names that browsers may reach, and nothing else', async () => {
    const allow = (entry: string) => ['--set-json', `egressAllow=${JSON.stringify([entry])}`];
    const good = [
      '10.1.2.3',
      '10.0.0.0/8:8080',
      'fd00::/8',
      '[fd00::/8]:443',
      '::1',
      'intranet.example',
      '*.intranet.example:8443',
    ];
    for (const entry of [...good, 'A.Example.', 'bücher.example:80', 'wiki']) {
      assert.ok(parseAllowList(entry));
      await renderChart('default', 'shots', ...allow(entry));
    }
    const bad = [
      '10.0.0.0/33',
      '10.0.0/8',
      '256.0.0.1',
      '127.1',
      'fd00::/129',
      'http://a.example',
      'a.example/path',
      'a@b.example',
    ];
    for (const entry of [...bad, 'a b', 'a.example:0', 'a.example:x', '*', 'a.*.example', '', 'a.example,b.example'])
      assert.match(await refusal(...allow(entry)), /egressAllow/, entry);
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
    for (const path of ['api.extraEnv', 'operator.extraEnv', 'browserNode.extraEnv', 'pool.env'])
      assert.match(await refusal('--set', `${path}[0].name=TINTYPE_LOG_LEVEL,${path}[0].value=warn`), /'not' failed/);
  });

  for (const enough of [
    'storage.resultsGib=24',
    'storage.resultsGib=700,nats.persistence.size=1Ti',
    'nats.persistence.size=30G',
    'nats.persistence.size=40000000000',
    'storage.resultsGib=64,storage.s3.enabled=true,storage.s3.endpoint=https://a.example,storage.s3.bucket=a,storage.s3.existingSecret=a',
    'storage.resultsGib=64,nats.enabled=false,nats.existing.secret=a',
  ])
    it(`takes ${enough}: results have their room`, async () => {
      await renderChart('default', 'shots', '--set', enough);
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
});
