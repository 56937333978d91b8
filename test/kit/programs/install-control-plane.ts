import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  controlPlaneCache,
  controlPlaneModule,
  controlPlanePrograms,
  findControlPlane,
  findNodePrograms,
  kubernetesVersion,
  nodePrograms,
  ownMains,
} from './control-plane.js';

const progressMs = 20_000;

const environment = {
  ...process.env,
  CGO_ENABLED: '0',
  // Ignores a Go workspace around this checkout.
  GOWORK: 'off',
};

const version = kubernetesVersion();

/** Otherwise the API server reports v0.0.0, and kubectl refuses it. */
const stamp = () => {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  return Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
};

/** Undefined if a Go can build the module; a Go that may fetch a newer one does so here. */
const whyNoGo = (): string | undefined => {
  const { error, status, stderr } = spawnSync('go', ['list', '-m'], {
    cwd: controlPlaneModule,
    env: environment,
    encoding: 'utf8',
  });
  if (error) return 'There is no go on PATH.';
  return status === 0 ? undefined : stderr.trim();
};

/** Shows progress without 1,800 package names: the build takes minutes. */
const showProgress = (lines: AsyncIterable<string>) => {
  const [begin, count] = [Date.now(), { downloaded: 0, compiled: 0 }];
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - begin) / 1000);
    console.log(`  ${seconds} s: ${count.downloaded} modules fetched, ${count.compiled} packages compiled`);
  }, progressMs);
  const read = async () => {
    for await (const line of lines) {
      if (line.startsWith('go: downloading ')) count.downloaded++;
      else if (/^[\w./-]+$/.test(line)) count.compiled++;
      else console.error(line);
    }
  };
  return read().finally(() => clearInterval(timer));
};

/** Network policies need Linux, like the cluster that uses them. */
const isBuiltHere = (name: string) => name !== 'network-policies' || process.platform === 'linux';

const compile = async (folder: string): Promise<boolean> => {
  const options = [
    '-v',
    '-mod=readonly',
    '-trimpath',
    '-buildvcs=false',
    '-ldflags',
    `-s -w ${stamp().join(' ')}`,
    '-o',
    `${folder}/`,
  ];
  const mains = ['.', ...ownMains.filter(isBuiltHere).map((name) => `./${name}`)];
  // Yields to people at this machine.
  const go = spawn('nice', ['-n', '10', 'go', 'build', ...options, ...mains], {
    cwd: controlPlaneModule,
    env: environment,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const [[code]] = await Promise.all([once(go, 'close'), showProgress(createInterface(go.stderr))]);
  return code === 0;
};

const names = [...controlPlanePrograms, ...nodePrograms];

const build = async (): Promise<boolean> => {
  const target = controlPlaneCache();
  console.log(`building ${names.join(', ')} of Kubernetes ${version} into ${target}`);
  console.log('  once, about 5 minutes on two idle cores; longer where the network is slow');
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}.`);
  try {
    if (!(await compile(draft))) return false;
    for (const name of names) {
      if (!existsSync(join(draft, name))) await symlink('control-plane', join(draft, name));
    }
    // Atomic: another checkout may have built the same first.
    await rename(draft, target).catch(() => undefined);
    return existsSync(target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const advice =
  'The tests of the operator need a real Kubernetes API server. Install Go 1.26 or newer (https://go.dev/dl) to have one ' +
  `built. Or set KUBEBUILDER_ASSETS to a folder with ${controlPlanePrograms.join(', ')}. Then run this again.`;

/** `--node`: also the programs of a node, which KUBEBUILDER_ASSETS lacks. */
const isThere = process.argv.includes('--node') ? findNodePrograms : findControlPlane;

if (!isThere()) {
  const why = whyNoGo();
  if (why || !(await build())) {
    console.error(why ? `${why}\n${advice}` : advice);
    process.exitCode = 1;
  }
}
