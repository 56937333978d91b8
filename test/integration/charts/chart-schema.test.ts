import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chartFolder, helm, type Manifest, readChart, renderChart } from '../../kit/charts/chart.js';

const schema: Manifest = JSON.parse(readChart('values.schema.json'));

const resolved = (field: Manifest): Manifest =>
  field.$ref ? resolved(schema.definitions[field.$ref.split('/').at(-1)]) : field;

const unknown = 'noSuchKey';

/** Values with an unknown key in each object, those in lists too; none for a value without objects. */
const withUnknown = (given: Manifest): Manifest => {
  const field = resolved(given);
  if (field.items) return [withUnknown(field.items)].filter((each) => each !== undefined);
  if (!field.properties) return undefined;
  const inner = Object.entries<Manifest>(field.properties).map(([name, each]) => [name, withUnknown(each)]);
  return { ...Object.fromEntries(inner), [unknown]: 1 };
};

const objectsIn = (value: Manifest, path = ''): string[] => {
  if (typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([name, each]) => objectsIn(each, `${path}/${name}`));
  return Array.isArray(value) ? inner : [path, ...inner];
};

/** The schemas of objects with free keys, such as labels and annotations, keyed by path. */
const openObjects = (field: Manifest, path = ''): [string, Manifest][] => [
  ...(field.type === 'object' && !field.properties ? ([[path, field]] as [string, Manifest][]) : []),
  ...Object.entries<Manifest>(field.properties ?? {}).flatMap(([name, each]) => openObjects(each, `${path}/${name}`)),
  ...(field.items ? openObjects(field.items, path) : []),
];

const refusalOf = async (values: Manifest): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-schema-'));
  try {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return await helm(['template', 'tintype', chartFolder, '-f', file]).then(
      () => assert.fail('the values were taken'),
      ({ stderr }: { stderr: string }) => stderr,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('the schema of the values', { timeout: 600_000 }, () => {
  it('refuses an unknown key in each object, at every level', async () => {
    const values = withUnknown(schema);
    const objects = objectsIn(values);
    assert.ok(objects.length > 100, `${objects.length} objects`);
    for (const path of ['/api/affinity/nodeAffinity', '/networkPolicy/dns/to/0/ipBlock', '/httpRoute/parentRefs/0'])
      assert.ok(objects.includes(path), path);
    const refused = await refusalOf(values);
    const taken = objects.filter(
      (path) => !refused.includes(`'${path}': additional properties '${unknown}' not allowed`),
    );
    assert.deepEqual(taken, []);
  });

  it('knows the form of what has keys of any name', () => {
    const named = Object.values<Manifest>(schema.definitions);
    const open = [schema, ...named].flatMap((field) => openObjects(field));
    const anything = open.filter(([, { additionalProperties }]) => typeof additionalProperties !== 'object');
    assert.deepEqual(
      anything.map(([path]) => path),
      // A parent chart may set anything there.
      ['/global'],
    );
  });

  it('takes all that a container, a pod and a policy may be given', async () => {
    const term = { topologyKey: 'zone', labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } };
    const given = {
      'api.affinity': {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [{ key: 'cpus', operator: 'Gt', values: ['8'] }] } },
          ],
        },
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, matchLabelKeys: ['b'] }] },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: term }],
        },
      },
      'api.extraEnv': [
        { name: 'A', valueFrom: { secretKeyRef: { name: 'a', key: 'b', optional: true } } },
        { name: 'B', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } } },
      ],
      'browserNode.resources.limits': { memory: '1Gi', 'example.com/gpu': 1, 'hugepages-2Mi': '100Mi' },
      'networkPolicy.clientsFrom': [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }],
    };
    const set = Object.entries(given).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]);
    await renderChart('default', 'shots', ...set);
  });
});
