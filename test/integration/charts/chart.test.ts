import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { load } from 'js-yaml';
import {
  chartFolder,
  defaultValues,
  helm,
  type Manifest,
  programNames,
  readChart,
  renderChart,
  valueSets,
  valuesFile,
} from '../../kit/charts/chart.js';

const schema: Manifest = JSON.parse(readChart('values.schema.json'));

const resolved = (field: Manifest): Manifest =>
  field.$ref ? { ...field, ...schema.definitions[field.$ref.split('/').at(-1)] } : field;

/** Each value in the schema; objects that pass through unchanged count as one. */
const leaves = (properties: Manifest, path = ''): string[] =>
  Object.entries<Manifest>(properties).flatMap(([name, given]) => {
    const field = resolved(given);
    const here = path ? `${path}.${name}` : name;
    return field.properties && !field['x-whole'] ? leaves(field.properties, here) : [here];
  });

const valueAt = (values: Manifest, path: string): Manifest => path.split('.').reduce((at, name) => at?.[name], values);

const isThere = (values: Manifest, path: string): boolean => {
  const [last = '', ...before] = path.split('.').reverse();
  return Object.hasOwn(valueAt(values, before.reverse().join('.')) ?? values, last);
};

const allSchemas = (field: Manifest, path: string): [string, Manifest][] => [
  [path, field],
  ...Object.entries<Manifest>(field.properties ?? {}).flatMap(([name, each]) => allSchemas(each, `${path}.${name}`)),
  ...(field.items ? allSchemas(field.items, `${path}[]`) : []),
];

const podTemplates = (manifests: Manifest[]): Manifest[] =>
  manifests.flatMap((manifest) => {
    const { kind, spec, metadata } = manifest;
    if (kind === 'Pod') return [{ metadata, spec }];
    if (kind === 'CronJob') return [spec.jobTemplate.spec.template];
    return spec?.template?.spec?.containers ? [spec.template] : [];
  });

const isObject = (value: Manifest) => typeof value === 'object' && value !== null && !Array.isArray(value);

const variablesOf = ({ env = [] }: Manifest): string[] =>
  env.map(({ name }: Manifest) => name).filter((name: string) => name.startsWith('TINTYPE_'));

const longLived = ['api', 'operator', 'browser', 'nats'];

const checkContainer = (container: Manifest, what: string): void => {
  const { securityContext, resources, readinessProbe, livenessProbe, name } = container;
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = securityContext;
  assert.deepEqual([readOnlyRootFilesystem, allowPrivilegeEscalation], [true, false], what);
  assert.deepEqual(capabilities, { drop: ['ALL'] }, what);
  assert.ok(resources.limits.memory && resources.requests.cpu, what);
  if (longLived.includes(name)) assert.ok(readinessProbe && livenessProbe, what);
};

/** No volume may fill its node's disk. No browser needs a volume for shared memory. */
const checkFolders = ({ volumes = [], containers }: Manifest, what: string): void => {
  const folders = volumes.filter(({ emptyDir }: Manifest) => emptyDir);
  for (const { emptyDir, name } of folders) assert.match(emptyDir.sizeLimit ?? '', /^\d+[MG]i$/, `${what} ${name}`);
  const places = containers.flatMap(({ volumeMounts = [] }: Manifest) => volumeMounts);
  assert.ok(!places.some(({ mountPath }: Manifest) => mountPath === '/dev/shm'), what);
};

describe('the chart', { timeout: 600_000 }, () => {
  for (const set of valueSets)
    it(`passes helm lint with the values "${set}"`, async () => {
      assert.match(await helm(['lint', '--strict', chartFolder, '-f', valuesFile(set)]), /0 chart\(s\) failed/);
    });

  it('has a schema of all values and no other, and a default for each', () => {
    const values = defaultValues();
    const forParents = ['global', 'enabled'];
    const known = leaves(schema.properties).filter((path) => !forParents.includes(path));
    assert.deepEqual(
      known.filter((path) => !isThere(values, path)),
      [],
    );
    const paths = (object: Manifest, path = ''): string[] =>
      Object.entries<Manifest>(object).flatMap(([name, value]) => {
        const here = path ? `${path}.${name}` : name;
        const isInner = !known.includes(here) && isObject(value);
        return isInner ? paths(value, here) : [here];
      });
    assert.deepEqual(paths(values).sort(), known.sort());
  });

  for (const file of ['README.md', 'templates/NOTES.txt', '../../docs/install.md', '../../docs/runbook.md'])
    it(`names no value in ${file} that there is not`, () => {
      const paths = leaves(schema.properties);
      const isKnown = (name: string) => paths.some((path) => path === name || path.startsWith(`${name}.`));
      const words = readChart(file).match(/(?<![\w./$-])[a-z]\w*(?:\.(?!md|yaml)[a-zA-Z]\w*)+(?![\w/-])/g) ?? [];
      const values = words.filter((word) => Object.hasOwn(schema.properties, word.split('.')[0] ?? ''));
      assert.deepEqual(
        [...new Set(values)].filter((word) => !isKnown(word)),
        [],
      );
      assert.ok(file.endsWith('.txt') || values.length > 2);
    });

  it('says of each value what it means', () => {
    for (const [path, field] of allSchemas(schema, '').slice(1))
      if (!field.properties && !path.includes('[]')) assert.ok(field.description, path);
  });

  for (const set of valueSets) {
    it(`sets no variable that its program does not read, with "${set}"`, async () => {
      const containers = podTemplates(await renderChart(set)).flatMap(({ spec }) => spec.containers);
      const ours = containers.filter((container) => variablesOf(container).length > 0);
      assert.ok(ours.length >= 6, `${ours.length} containers`);
      for (const container of ours) {
        const known = programNames(container.name);
        const unknown = variablesOf(container).filter((name) => !known.includes(name));
        assert.deepEqual(unknown, [], container.name);
      }
    });

    it(`gives every container limits, of what it writes too, a read-only root, no privileges and its probes, with "${set}"`, async () => {
      for (const { spec, metadata } of podTemplates(await renderChart(set))) {
        const what = metadata.labels['app.kubernetes.io/component'];
        assert.equal(spec.enableServiceLinks, false, what);
        checkFolders(spec, what);
        for (const container of spec.containers) checkContainer(container, what);
      }
    });
  }

  it('gives no pod with a browser a token, and none but those that ask the API server', async () => {
    const withToken = podTemplates(await renderChart('default'))
      .filter(({ spec }) => spec.automountServiceAccountToken !== false)
      .map(({ metadata }) => metadata.labels['app.kubernetes.io/component']);
    assert.deepEqual([...new Set(withToken)].sort(), ['api', 'install', 'operator']);
  });

  it('has a policy for the network of every pod, and lets none of them in that has none', async () => {
    for (const set of valueSets.filter((each) => each !== 'minimal')) {
      const manifests = await renderChart(set);
      const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
      const selected = policies.map(({ spec }) => spec.podSelector.matchLabels['app.kubernetes.io/component']);
      const components = podTemplates(manifests).map(({ metadata }) => metadata.labels['app.kubernetes.io/component']);
      const without = new Set(components.filter((each) => !selected.includes(each)));
      assert.deepEqual([...without], [], set);
      assert.ok(
        policies.some(({ spec }) => spec.podSelector.matchLabels['app.kubernetes.io/managed-by']),
        set,
      );
    }
  });

  it('scales renderers by the waiting items of batches, too', async () => {
    const specOf = async (set: string, kind: string, name: string) =>
      (await renderChart(set)).find((each) => each.kind === kind && each.metadata.name.endsWith(name))?.spec;
    const { metrics } = await specOf('ha', 'HorizontalPodAutoscaler', 'browser-node');
    assert.deepEqual(
      metrics.map(({ type, pods, external }: Manifest) => [type, (pods ?? external).metric.name]),
      [
        ['Pods', 'tintype_render_jobs_in_work'],
        ['External', 'tintype_batch_items_waiting'],
      ],
    );
    const { triggers, advanced } = await specOf('existing', 'ScaledObject', 'browser-node');
    assert.equal(triggers.at(-1).metadata.query, 'sum(tintype_batch_items_waiting{namespace="shots"})');
    const names = triggers.map(({ name }: Manifest) => name);
    const used = advanced.scalingModifiers.formula.match(/[a-z]+/g);
    assert.deepEqual([names, advanced.scalingModifiers.formula], [used, 'still + recording + batch + items * 8 / 100']);
  });

  it('is of the version of the programs, and names the images that it takes', async () => {
    const { appVersion, annotations } = load(readChart('Chart.yaml')) as Manifest;
    const { version } = JSON.parse(readFileSync(join(chartFolder, '../../package.json'), 'utf8'));
    assert.equal(appVersion, version);
    const manifests = await renderChart('default');
    const taken = podTemplates(manifests).flatMap(({ spec }) => spec.containers.map(({ image }: Manifest) => image));
    const named = (load(annotations['artifacthub.io/images']) as Manifest[]).map(({ image }) => image);
    assert.deepEqual([...new Set(taken)].sort(), named.sort());
  });

  it('leaves the query of a request alone', async () => {
    const [ingress] = (await renderChart('ha')).filter(({ kind }) => kind === 'Ingress');
    const [route] = (await renderChart('existing')).filter(({ kind }) => kind === 'HTTPRoute');
    assert.doesNotMatch(JSON.stringify(ingress), /rewrite/);
    assert.doesNotMatch(JSON.stringify(route), /filters/);
  });

  const privileged =
    /^(bpf|mount|umount2?|pivot_root|.*_module|kexec.*|keyctl|add_key|reboot|perf_event_open|userfaultfd|io_uring.*|open_by_handle_at|clock_settime|swapo.*)$/;

  for (const [file, mounts] of [
    ['seccomp.json', []],
    ['seccomp-wall.json', ['mount', 'pivot_root', 'umount2']],
  ] as const)
    it(`has a profile for browsers in the form of the container runtimes: ${file}`, () => {
      const { defaultAction, syscalls, ...rest } = JSON.parse(readChart(`files/${file}`));
      assert.deepEqual([defaultAction, rest], ['SCMP_ACT_ERRNO', { defaultErrnoRet: 1 }]);
      const fields = new Set(syscalls.flatMap((each: Manifest) => Object.keys(each)));
      assert.deepEqual([...fields].sort(), ['action', 'args', 'names']);
      const names: string[] = syscalls.flatMap((each: Manifest) => each.names);
      const sandbox = ['chroot', 'clone', 'clone3', 'setns', 'unshare'];
      assert.deepEqual(names.filter((name) => sandbox.includes(name)).sort(), sandbox);
      assert.deepEqual(
        names.filter((name) => privileged.test(name)),
        mounts,
      );
    });

  it('gives browsers a wall on demand, with its profile', async () => {
    for (const [value, wall] of [
      ['none', undefined],
      ['auto', 'auto'],
      ['required', 'shared-proc'],
    ] as const) {
      const manifests = await renderChart('default', 'shots', '--set', `browserWall=${value}`);
      const profile = manifests.find(({ kind, data }) => kind === 'ConfigMap' && data?.['profile.json']);
      assert.equal(/"mount"/.test(profile?.data['profile.json']), wall !== undefined);
      const [node] = manifests.filter(
        ({ kind, metadata }) => kind === 'Deployment' && /browser-node/.test(metadata.name),
      );
      const [pool] = manifests.filter(({ kind }) => kind === 'BrowserPool');
      for (const env of [node?.spec.template.spec.containers[0].env, pool?.spec.template.env ?? []])
        assert.equal(env.find(({ name }: Manifest) => name === 'TINTYPE_BROWSER_WALL')?.value, wall);
    }
  });
});
