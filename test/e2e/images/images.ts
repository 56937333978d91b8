import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../machine/run.js';
import { step } from '../step.js';
import { bases, buildBases } from './bases.js';
import { buildImage, removeContainers, saveImages } from './buildah.js';
import { type ImageTarget, imageTargets } from './judge-image.js';
import { judgeSaved } from './saved-images.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** As the chart names it. */
export const imageOf = (target: ImageTarget): string => `docker.io/tintype/${target}:${version}`;

const args = async () => ({
  BASE_IMAGE: bases.base,
  NODE_IMAGE: bases.node,
  NATS_IMAGE: bases.nats,
  VERSION: version,
  // Nobody but this machine gets them.
  SOURCE: 'https://example.com/tintype',
  REVISION: (await run('git', ['-C', root, 'rev-parse', 'HEAD']).catch(() => 'unknown')).trim(),
});

/** Builds the images of this checkout. Answers the folder that they and all others of a cluster are in. */
export const buildImages = async (): Promise<string> => {
  await step('base images', buildBases);
  const given = await args();
  for (const target of imageTargets) {
    const build = { name: imageOf(target), target, file: join(root, 'Dockerfile'), context: root, args: given };
    await step(`image of ${target}`, () => buildImage(build));
  }
  await removeContainers();
  const names = [bases.pause, bases.nats, ...imageTargets.map(imageOf)];
  const folder = await step('images in a folder', () => saveImages(names));
  await step('images are as they should be', () => judgeSaved(folder, imageOf));
  return folder;
};
