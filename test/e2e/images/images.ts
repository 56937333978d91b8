import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { run } from '../machine/run.js';
import { step } from '../step.js';
import { bases, buildBases } from './bases.js';
import { buildImage, imageCache, removeContainers, saveImages } from './buildah.js';
import { type ImageTarget, imageTargets, judgeSaved } from './judge-image.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

export const imageOf = (target: ImageTarget): string => `docker.io/tintype/${target}:${version}`;

const args = async () => ({
  BASE_IMAGE: bases.base,
  NODE_IMAGE: bases.node,
  NATS_IMAGE: bases.nats,
  VERSION: version,
  // The images never leave this machine.
  SOURCE: 'https://example.com/tintype',
  REVISION: (await run('git', ['-C', root, 'rev-parse', 'HEAD']).catch(() => 'unknown')).trim(),
});

/** No short scenario starts the all-in-one image. */
const targetsOf = (isShort: boolean) => imageTargets.filter((target) => !isShort || target !== 'all-in-one');

/** Builds the images of this checkout. Returns the folder with all images of a cluster. */
export const buildImages = async (): Promise<string> => {
  await step('base images', buildBases);
  const given = await args();
  const targets = targetsOf(Boolean(process.env.TINTYPE_TEST_SHORT));
  for (const target of targets) {
    const build = { name: imageOf(target), target, file: join(root, 'Dockerfile'), context: root, args: given };
    await step(`image of ${target}`, () => buildImage(build));
  }
  await removeContainers();
  const names = [bases.pause, bases.nats, ...targets.map(imageOf)];
  const folder = await step('saving the images', () => saveImages(names));
  await step('checking the images', () => judgeSaved(folder, targets, imageOf));
  return folder;
};

const program = fileURLToPath(new URL('./images-main.js', import.meta.url));

/** The kernel ends the builder and its processes with us. */
const bound = ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/**
 * Builds the images, one run at a time: all runs share a store. It uses a mount namespace, because buildah leaves stages
 * mounted. Returns the images' folder.
 */
export const buildImagesApart = async (): Promise<string> => {
  const lock = join(imageCache(), 'lock');
  const args = [...bound, 'flock', lock, process.execPath, program];
  const builder = spawn('setpriv', args, { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
  const ended = once(builder, 'exit');
  const folder = await text(builder.stdio[3] as Readable);
  const [code] = await ended;
  if (code !== 0) throw new Error('cannot build the images: see above');
  return folder;
};
