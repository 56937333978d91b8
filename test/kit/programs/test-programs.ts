import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { toolsFolder } from '@tintype/standalone/testing';

type Environment = Readonly<Record<string, string | undefined>>;

/** Outside the repository: all checkouts of this user share it. */
export const cacheFolder = (environment: Environment = process.env): string =>
  join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tintype');

/** Test programs as Go modules with versions. All are Apache-2.0. */
export const goPrograms = {
  helm: 'helm.sh/helm/v4/cmd/helm@v4.3.1',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
} as const;

export type TestProgram = keyof typeof goPrograms | 'promtool';

const isTestProgram = (name: string): name is TestProgram => name === 'promtool' || name in goPrograms;

/** A folder per version. promtool is this Debian's. */
export const installedProgram = (name: TestProgram): string => {
  const version = name === 'promtool' ? 'debian' : goPrograms[name].split('@')[1];
  return join(cacheFolder(), `${name}-${version}`, name);
};

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** For programs of the system's packages. */
export const isOnPath = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)));

/** The program on PATH, else where `make test` or `make run` put it. */
export const lookForProgram = (name: TestProgram | 'nats-server' | 'kubectl'): string | undefined => {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const installed = isTestProgram(name) ? installedProgram(name) : join(toolsFolder, 'bin', name);
  return [...onPath, installed].find(isExecutable);
};

/** @throws if the program is missing */
export const findProgram = (name: Parameters<typeof lookForProgram>[0]): string => {
  const found = lookForProgram(name);
  if (!found) throw new Error(`There is no ${name}: let make test install it, or put one on PATH.`);
  return found;
};

/**
 * Libraries of PyPI, for tests only, each in a folder of its own with what it needs. Playwright is Apache-2.0 and brings its
 * own Node.js; mcp, mypy and hatchling are MIT, httpx is BSD.
 */
export const pythonLibraries = {
  hatchling: { project: 'hatchling', version: '1.33.0' },
  mypy: { project: 'mypy', version: '2.4.1' },
  httpx: { project: 'httpx', version: '0.28.1' },
  playwright: { project: 'playwright', version: '1.65.1' },
  tools1: { project: 'mcp', version: '1.30.0' },
  tools2: { project: 'mcp', version: '2.3.0' },
} as const;

export type PythonLibrary = keyof typeof pythonLibraries;

export const pythonFolder = (name: PythonLibrary): string => {
  const { project, version } = pythonLibraries[name];
  return join(cacheFolder(), `python-${project}-${version}`);
};

export const hasPythonLibrary = (name: PythonLibrary): boolean =>
  existsSync(join(pythonFolder(name), pythonLibraries[name].project));
