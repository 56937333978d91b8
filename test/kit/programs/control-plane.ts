import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, isExecutable } from './test-programs.js';

export const controlPlanePrograms = ['etcd', 'kube-apiserver', 'kubectl'] as const;

/** Programs of a node, only for tests on a whole cluster. They are always built. */
export const nodePrograms = [
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
  'coredns',
  'network-policies',
  'pause',
] as const;

export type NodePrograms = Record<(typeof controlPlanePrograms)[number] | (typeof nodePrograms)[number], string>;

export type ControlPlane = Record<(typeof controlPlanePrograms)[number], string>;

/** The oldest version that Kubernetes supports beside the one we build. */
const leastKubernetes = [1, 34] as const;

/** Programs with their own main; the rest are names of one binary. */
export const ownMains = ['coredns', 'network-policies', 'pause'] as const;

export const controlPlaneModule = fileURLToPath(new URL('../../../kit/programs/control-plane', import.meta.url));

const moduleFile = (name: string) => readFileSync(join(controlPlaneModule, name), 'utf8');

/** The version that the module builds, such as v1.36.3. */
export const kubernetesVersion = (): string => {
  const [, version] = /^\tk8s\.io\/kubernetes (\S+)$/m.exec(moduleFile('go.mod')) ?? [];
  if (!version) throw new Error('test/kit/programs/control-plane/go.mod requires no k8s.io/kubernetes');
  return version;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Outside the repository, shared by checkouts with equal module files. */
export const controlPlaneCache = (environment: Environment = process.env): string => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const mains = ['main.go', ...ownMains.map((name) => `${name}/main.go`)];
  for (const name of ['go.mod', 'go.sum', ...mains]) hash.update(moduleFile(name));
  return join(cacheFolder(environment), `control-plane-${hash.digest('hex').slice(0, 12)}`);
};

const findAll = <Name extends string>(
  names: readonly Name[],
  folders: readonly string[],
): Record<Name, string> | undefined => {
  const found = names.map((name) => [name, folders.map((folder) => join(folder, name)).find(isExecutable)]);
  return found.every(([, path]) => path) ? Object.fromEntries(found) : undefined;
};

const findIn = (folders: readonly string[]): ControlPlane | undefined => findAll(controlPlanePrograms, folders);

const isNewEnough = (controlPlane: ControlPlane): boolean => {
  const output = execFileSync(controlPlane['kube-apiserver'], ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /v(\d+)\.(\d+)\./.exec(output) ?? [];
  const [minMajor, minMinor] = leastKubernetes;
  return Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor);
};

const named = (folder: string): ControlPlane => {
  const found = findIn([folder]);
  if (found && isNewEnough(found)) return found;
  throw new Error(
    `KUBEBUILDER_ASSETS=${folder} has to hold ${controlPlanePrograms.join(', ')} ` +
      `of Kubernetes ${leastKubernetes.join('.')} or newer.`,
  );
};

/**
 * Looks in KUBEBUILDER_ASSETS (setup-envtest prints it), on PATH, then for what install-control-plane.ts built. Throws
 * if the variable's folder lacks them.
 */
export const findControlPlane = (environment: Environment = process.env): ControlPlane | undefined => {
  const { KUBEBUILDER_ASSETS: assets, PATH: path = '' } = environment;
  if (assets) return named(assets);
  const onPath = findIn(path.split(delimiter).filter(Boolean));
  return onPath && isNewEnough(onPath) ? onPath : findIn([controlPlaneCache(environment)]);
};

/** All programs of a cluster with a node, as install-control-plane.ts built them. */
export const findNodePrograms = (environment: Environment = process.env): NodePrograms | undefined =>
  findAll([...controlPlanePrograms, ...nodePrograms], [controlPlaneCache(environment)]);
