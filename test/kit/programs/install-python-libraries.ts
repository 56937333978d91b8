import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, readBinaries, runOnTerminal } from '@tintype/standalone/testing';
import { cacheFolder, hasPythonLibrary, type PythonLibrary, pythonFolder, pythonLibraries } from './test-programs.js';

const { environment } = readBinaries();

const install = async (name: PythonLibrary): Promise<boolean> => {
  if (!onPath(environment, ['python3'])) return false;
  const { project, version } = pythonLibraries[name];
  const source = `${project}==${version}`;
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
    await rename(folder, pythonFolder(name)).catch(() => undefined);
    return hasPythonLibrary(name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Without these, the tests of the Python client library are skipped. */
const optional: ReadonlySet<PythonLibrary> = new Set(['hatchling', 'mypy', 'httpx']);

for (const name of Object.keys(pythonLibraries) as PythonLibrary[]) {
  if (hasPythonLibrary(name) || (await install(name))) continue;
  const { project } = pythonLibraries[name];
  if (optional.has(name)) {
    console.log(
      `${project} for Python could not be installed, so the tests of clients/python that need it are skipped.`,
    );
    continue;
  }
  console.error(
    `The tests of clients need ${project} for Python, which could not be installed. ` +
      'Install Python 3.10 or newer with pip (Debian: apt-get install python3-pip), then run this again.',
  );
  process.exitCode = 1;
}
