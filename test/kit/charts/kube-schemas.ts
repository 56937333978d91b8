import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KubeApiServer } from '../kube/api-server.js';
import { until } from '../until.js';
import type { Manifest } from './chart.js';

/** kubeconform's path template; a kind without a group has its version twice. */
export const schemaFiles = (folder: string): string =>
  join(folder, '{{ .Group }}-{{ .ResourceAPIVersion }}-{{ .ResourceKind }}.json');

/** Refuses unknown fields, as a strict API server does. */
const closed = (schema: Manifest): Manifest => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, closed(each)]));
  const isOpen = schema.additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'];
  return schema.properties && typeof schema.properties === 'object' && !isOpen
    ? { ...inner, additionalProperties: false }
    : inner;
};

const pathOf = (apiVersion: string): string => `/openapi/v3/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`;

const nameOf = (schemas: Manifest, apiVersion: string, kind: string): string | undefined => {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const isIt = (each: Manifest) => each.group === group && each.version === version && each.kind === kind;
  return Object.keys(schemas).find((name) => schemas[name]['x-kubernetes-group-version-kind']?.some(isIt));
};

/** Writes the schemas of these objects' kinds to a folder, from an API server. */
export const writeSchemas = async (
  kube: KubeApiServer,
  folder: string,
  objects: readonly Manifest[],
): Promise<void> => {
  const kinds = new Map(objects.map(({ apiVersion, kind }) => [`${apiVersion} ${kind}`, { apiVersion, kind }]));
  for (const { apiVersion, kind } of kinds.values()) {
    let schemas: Manifest = {};
    // A definition's schema appears a moment after the definition.
    await until(`the schema of ${kind} is served`, async () => {
      schemas = await kube.call('GET', pathOf(apiVersion)).then(
        ({ components }) => components.schemas,
        () => ({}),
      );
      return nameOf(schemas, apiVersion, kind) !== undefined;
    });
    const schema = { $ref: `#/components/schemas/${nameOf(schemas, apiVersion, kind)}` };
    const [group = '', version = group] = apiVersion.split('/');
    const file = join(folder, `${group}-${version}-${kind.toLowerCase()}.json`);
    writeFileSync(file, JSON.stringify({ ...schema, components: { schemas: closed(schemas) } }));
  }
};

const run = promisify(execFile);

/** Go modules with definitions of kinds that the chart creates for other operators. */
const sources = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    folder: 'example/prometheus-operator-crd',
    files: ['monitoring.coreos.com_servicemonitors.yaml', 'monitoring.coreos.com_prometheusrules.yaml'],
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.4.0',
    folder: 'config/crd/standard',
    files: ['gateway.networking.k8s.io_httproutes.yaml'],
  },
  { module: 'github.com/kedacore/keda/v2@v2.21.0', folder: 'config/crd/bases', files: ['keda.sh_scaledobjects.yaml'] },
];

/** Downloads missing ones (13 MB) and checks sums, with the Go that built the API server. Returns the files. */
export const foreignDefinitions = async (): Promise<string[]> => {
  const found = sources.map(async ({ module, folder, files }) => {
    // Ignores a Go module around this checkout.
    const { stdout } = await run('go', ['mod', 'download', '-json', module], { cwd: tmpdir() });
    const { Dir } = JSON.parse(stdout) as { Dir: string };
    return files.map((file) => join(Dir, folder, file));
  });
  return (await Promise.all(found)).flat();
};
