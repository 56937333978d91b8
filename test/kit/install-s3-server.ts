import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, readBinaries, runShown, toolsFolder } from '@tintype/standalone';

/** Only the tests need it, so `make run` does not install it. Apache-2.0, real SigV4, objects as files. */
const source = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

const { environment } = readBinaries();
const bin = join(toolsFolder, 'bin');

const build = async (): Promise<boolean> => {
  if (!onPath(environment, ['go'])) return false;
  console.log(`building versitygw: go install ${source}`);
  await mkdir(bin, { recursive: true });
  const folder = await mkdtemp(join(toolsFolder, 's3-'));
  try {
    const variables = { ...environment, GOBIN: folder, CGO_ENABLED: '0' };
    const { signal } = new AbortController();
    if (!(await runShown({ environment: variables, signal }, 'go', ['install', source]))) return false;
    // Whole or not at all: two `make test` may do this at the same time.
    await rename(join(folder, 'versitygw'), join(bin, 'versitygw'));
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const isThere = () => onPath({ PATH: `${environment.PATH ?? ''}:${bin}` }, ['versitygw']) !== undefined;

if (!isThere() && !(await build())) {
  console.error(
    'The tests of the S3 store need the S3 server versitygw, which could not be built. ' +
      'Install Go (https://go.dev/dl), or put versitygw on PATH, then run this again.',
  );
  process.exitCode = 1;
}
