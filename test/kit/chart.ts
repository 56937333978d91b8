import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load, loadAll } from 'js-yaml';
import type { KubeRule } from './kube-accounts.js';
import { findProgram } from './test-programs.js';

export const chartFolder = fileURLToPath(new URL('../../../charts/tintype', import.meta.url));

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
  const env = { PATH: process.env.PATH ?? '', ...places, KUBECONFIG: kubeconfig ?? '/nonexistent' };
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
