/** Installs test programs that neither PATH nor the cache has: those named as arguments, else all. */
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onPath, readBinaries, runOnTerminal } from '@tintype/standalone/testing';
import { cacheFolder, goPrograms, installedProgram, lookForProgram, type TestProgram } from './test-programs.js';

const { environment } = readBinaries();
const { signal } = new AbortController();

const runs = (variables: Record<string, string>, ...command: [program: string, ...args: string[]]) => {
  const [program, ...args] = command;
  return runOnTerminal({ environment: { ...environment, ...variables }, signal }, program, args);
};

const canRun = (...programs: string[]) => programs.every((name) => onPath(environment, [name]));

const buildWithGo = async (name: keyof typeof goPrograms, folder: string): Promise<string | undefined> => {
  if (!canRun('go')) return undefined;
  console.log(`building ${name}: go install ${goPrograms[name]}`);
  return (await runs({ GOBIN: folder, CGO_ENABLED: '0' }, 'go', 'install', goPrograms[name])) ? name : undefined;
};

/**
 * Unpacks promtool without its package, which would start a Prometheus. `go install` refuses its module, which excludes
 * versions.
 */
const unpackPromtool = async (folder: string): Promise<string | undefined> => {
  if (!canRun('apt-get', 'dpkg')) return undefined;
  console.log('unpacking promtool from the apt package prometheus');
  const apt = ['apt-get', '-q', '-o', 'APT::Sandbox::User=root', 'download', 'prometheus'];
  const download = () => runs({}, 'env', '-C', folder, ...apt);
  const updateAndDownload = async () => {
    // One unreachable source fails `update`, but another may have the package.
    await runs({}, 'apt-get', '-q', 'update');
    return download();
  };
  const isDownloaded = (await download()) || (await updateAndDownload());
  const file = (await readdir(folder)).find((each) => each.endsWith('.deb'));
  if (!isDownloaded || !file || !(await runs({}, 'dpkg', '-x', join(folder, file), folder))) return undefined;
  return 'usr/bin/promtool';
};

/** Returns whether the program is there. */
const ensure = async (name: TestProgram): Promise<boolean> => {
  if (lookForProgram(name)) return true;
  await mkdir(cacheFolder(), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(), `${name}-`));
  try {
    const made = await (name === 'promtool' ? unpackPromtool(folder) : buildWithGo(name, folder));
    if (made === undefined) return false;
    // Atomic: two checkouts may install at once.
    await mkdir(dirname(installedProgram(name)), { recursive: true });
    await rename(join(folder, made), installedProgram(name));
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const advice: Record<TestProgram, string> = {
  helm: 'The chart tests need helm. Install Go 1.26 or newer (https://go.dev/dl), or put helm 4 on PATH.',
  kubeconform: 'The chart tests need kubeconform. Install Go 1.26 or newer (https://go.dev/dl), or put it on PATH.',
  versitygw: 'The tests of the S3 store need versitygw. Install Go (https://go.dev/dl), or put it on PATH.',
  promtool:
    'Skipping the tests of the alert rules: there is no promtool. Debian has it in the package prometheus; elsewhere put it on PATH.',
};

const all = [...Object.keys(goPrograms), 'promtool'] as TestProgram[];
const named = process.argv.slice(2);
for (const name of all.filter((each) => named.length === 0 || named.includes(each))) {
  if (await ensure(name)) continue;
  console.error(advice[name]);
  if (name !== 'promtool') process.exitCode = 1;
}
