import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNodePrograms } from '../../kit/programs/control-plane.js';
import { findProgram } from '../../kit/programs/test-programs.js';
import { pauseImage } from '../cluster/containerd.js';
import { run } from '../machine/run.js';
import { buildImage, imageCache } from './buildah.js';

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

export const buildBases = async (): Promise<void> => {
  const context = join(imageCache(), 'bases');
  mkdirSync(context, { recursive: true });
  if (!existsSync(join(context, 'base.tar'))) await makeDebian(join(context, 'base.tar'));
  copyFileSync(process.execPath, join(context, 'node'));
  cpSync(await npmFolder(), join(context, 'npm'), { recursive: true });
  copyFileSync(findProgram('nats-server'), join(context, 'nats-server'));
  copyFileSync(findNodePrograms()!.pause, join(context, 'pause'));
  for (const [target, name] of Object.entries(bases)) await buildImage({ name, target, file, context });
};
