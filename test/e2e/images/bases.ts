import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNodePrograms } from '../../kit/programs/control-plane.js';
import { findProgram } from '../../kit/programs/test-programs.js';
import { pauseImage } from '../cluster/containerd.js';
import { run } from '../machine/run.js';
import { buildImage, findImages, imageCache } from './buildah.js';

const file = fileURLToPath(new URL('../../../e2e/images/base.Dockerfile', import.meta.url));

const suite = 'bookworm';

export const bases = {
  base: 'localhost/tintype-base:1',
  node: 'localhost/tintype-node:1',
  nats: 'localhost/nats:1',
  pause: pauseImage,
} as const;

export const natsImage = { registry: 'localhost', repository: 'nats', tag: '1' };

const makeDebian = async (target: string): Promise<void> => {
  const draft = `${target}.${process.pid}`;
  try {
    // The build mounts the machine's certificates, so their folder must exist.
    await run('mmdebstrap', ['--variant=minbase', '--format=tar', '--include=ca-certificates', suite, draft]);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
};

const npmFolder = async (): Promise<string> => {
  const cli = (await run('sh', ['-c', 'readlink -f "$(command -v npm)"'])).trim();
  return dirname(dirname(cli));
};

/** What the images are made from: the files' sizes and times, and npm's version. */
const stampOf = (npm: string, files: readonly string[]): string => {
  const facts = files.map((each) => [each, statSync(each).size, statSync(each).mtimeMs]);
  const { version } = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));
  return JSON.stringify([version, readFileSync(file, 'utf8'), facts]);
};

const isBuilt = async (stampFile: string, stamp: string): Promise<boolean> =>
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp &&
  (await findImages(Object.values(bases)).then(
    () => true,
    () => false,
  ));

/** Builds them unless they are there: to find each layer in the cache takes 24 s of CPU. */
export const buildBases = async (): Promise<void> => {
  const context = join(imageCache(), 'bases');
  const debian = join(context, 'base.tar');
  mkdirSync(context, { recursive: true });
  if (!existsSync(debian)) await makeDebian(debian);
  const npm = await npmFolder();
  const [nats, pause] = [findProgram('nats-server'), findNodePrograms()!.pause];
  const stampFile = join(imageCache(), 'bases.stamp');
  const stamp = stampOf(npm, [debian, nats, pause, process.execPath]);
  if (await isBuilt(stampFile, stamp)) return;
  copyFileSync(process.execPath, join(context, 'node'));
  cpSync(npm, join(context, 'npm'), { recursive: true });
  copyFileSync(nats, join(context, 'nats-server'));
  copyFileSync(pause, join(context, 'pause'));
  for (const [target, name] of Object.entries(bases)) await buildImage({ name, target, file, context });
  writeFileSync(stampFile, stamp);
};
