import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, readBinaries, runOnTerminal } from '@tintype/standalone/testing';
import { cacheFolder, hasPythonPlaywright, pythonPackages, pythonPlaywright } from './test-programs.js';

/** For tests only. Apache-2.0; brings its own Node.js and no browser. */
const source = `playwright==${pythonPlaywright}`;

const { environment } = readBinaries();

const install = async (): Promise<boolean> => {
  if (!onPath(environment, ['python3'])) return false;
  console.log(`installing ${source} of PyPI`);
  await mkdir(cacheFolder(), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(), 'python-'));
  try {
    const { signal } = new AbortController();
    const options = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--target', folder];
    const args = ['-m', 'pip', 'install', ...options, source];
    const variables = { ...environment, PIP_ROOT_USER_ACTION: 'ignore' };
    if (!(await runOnTerminal({ environment: variables, signal }, 'python3', args))) return false;
    // Atomic: another `make test` may have been first.
    await rename(folder, pythonPackages).catch(() => undefined);
    return hasPythonPlaywright();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

if (!hasPythonPlaywright() && !(await install())) {
  console.error(
    "The tests of DevTools clients need Python's Playwright, which could not be installed. " +
      'Install Python 3.10 or newer with pip (Debian: apt-get install python3-pip), then run this again.',
  );
  process.exitCode = 1;
}
