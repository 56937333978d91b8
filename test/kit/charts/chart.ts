import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load, loadAll } from 'js-yaml';
import type { KubeRule } from '../kube/accounts.js';
import { findProgram } from '../programs/test-programs.js';

export const chartFolder = fileURLToPath(new URL('../../../../charts/tintype', import.meta.url));

export const readChart = (name: string): string => readFileSync(join(chartFolder, name), 'utf8');

/** Untyped: tests read any field. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Manifest = any;

const run = promisify(execFile);

export interface HelmOptions {
  kubeconfig?: string;
  folder?: string;
}

/** Runs helm; rejects with its error output. */
export const helm = async (args: readonly string[], { kubeconfig, folder = '/nonexistent' }: HelmOptions = {}) => {
  const places = { HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder, HOME: folder };
  // Each call ends before its garbage matters: without collection, an upgrade takes 1.5 s of CPU instead of 1.8.
  const env = { PATH: process.env.PATH ?? '', GOGC: 'off', ...places, KUBECONFIG: kubeconfig ?? '/nonexistent' };
  const { stdout } = await run(findProgram('helm'), [...args], { env, maxBuffer: 64 * 2 ** 20 });
  return stdout;
};

/** The value sets in `ci/`, such as `ha`. */
export const valueSets: readonly string[] = readdirSync(join(chartFolder, 'ci'))
  .map((name) => name.replace(/-values\.yaml$/, ''))
  .sort();

export const valuesFile = (set: string): string => join(chartFolder, 'ci', `${set}-values.yaml`);

export const defaultValues = (): Manifest => load(readChart('values.yaml'));

export const manifestsIn = (text: string): Manifest[] =>
  (loadAll(text, { json: true }) as Manifest[]).filter((manifest) => manifest?.kind);

export const releaseName = 'tintype';

const rendered = new Map<string, Promise<Manifest[]>>();

/** The chart rendered with a value set, hooks too. Cached: helm and YAML take 150 ms of CPU. */
export const renderChart = async (set: string, namespace = 'shots', ...more: string[]): Promise<Manifest[]> => {
  const args = ['template', releaseName, chartFolder, '--namespace', namespace, '-f', valuesFile(set), ...more];
  const key = JSON.stringify(args);
  const manifests = rendered.get(key) ?? helm(args).then(manifestsIn);
  rendered.set(key, manifests);
  return structuredClone(await manifests);
};

/** The RBAC rules of a part's Role and ClusterRole; `more` are helm flags. */
export const chartRules = async (account: string, ...more: string[]): Promise<KubeRule[]> => {
  const manifests = await renderChart('default', 'shots', ...more);
  const roles = manifests.filter(
    ({ kind, metadata }) => ['Role', 'ClusterRole'].includes(kind) && metadata.name.endsWith(`tintype-${account}`),
  );
  return roles.flatMap(({ rules }) => rules);
};

export const definitionRevision = /(definition-revision: )"(\d+)"/;

const change = (file: string, before: RegExp, after: string) => {
  const text = readFileSync(file, 'utf8');
  assert.match(text, before);
  writeFileSync(file, text.replace(before, after));
};

/** Without a release, the previous chart is this one with a lower version and older definitions. */
export const previousChart = (folder: string): string => {
  const target = join(folder, 'previous');
  cpSync(chartFolder, target, { recursive: true });
  change(join(target, 'Chart.yaml'), /^version: .*$/m, 'version: 0.0.1');
  const definitions = join(target, 'crds');
  for (const name of readdirSync(definitions)) change(join(definitions, name), definitionRevision, '$1"0"');
  return target;
};

const files = {
  api: 'api/src/config.ts',
  operator: 'operator/src/config.ts',
  browser: 'browser-node/src/config.ts',
  install: 'api/src/install/config.ts',
} as const;

/** All variables that the container's program reads; Jobs run install tasks. */
export const programNames = (container: string): string[] => {
  const file = files[container as keyof typeof files] ?? files.install;
  const text = readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/'(TINTYPE_[A-Z0-9_]+)'/g)].map(([, name = '']) => name);
};
