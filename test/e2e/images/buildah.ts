import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../kit/programs/test-programs.js';
import { run } from '../machine/run.js';

/** The build cache of all checkouts. */
export const imageCache = (): string => {
  const folder = join(cacheFolder(), 'images');
  mkdirSync(folder, { recursive: true });
  return folder;
};

const storage = () => {
  const folder = join(imageCache(), 'storage');
  return ['--root', folder, '--runroot', join(folder, 'run'), '--storage-driver', 'overlay'];
};

const buildah = (...args: string[]) =>
  run('buildah', [...storage(), ...args], {
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
    timeoutMs: 1_800_000,
  });

const certificates = '/etc/ssl/certs';

/** Mounts the machine's registry settings into a build; they are not in the image. */
const lent = async (): Promise<string[]> => {
  const registry = (await run('npm', ['config', 'get', 'registry'])).trim();
  const file = join(imageCache(), 'npmrc');
  writeFileSync(file, `registry=${registry}\ncafile=${certificates}/ca-certificates.crt\n`);
  const caches = join(homedir(), '.npm');
  mkdirSync(caches, { recursive: true });
  return [
    `--volume=${file}:/root/.npmrc:ro`,
    `--volume=${certificates}:${certificates}:ro`,
    `--volume=${caches}:/root/.npm`,
  ];
};

export interface ImageBuild {
  name: string;
  target: string;
  file: string;
  context: string;
  args?: Readonly<Record<string, string>>;
}

/** Fails unless the store has them all. */
export const findImages = async (names: readonly string[]): Promise<string[]> =>
  Promise.all(names.map((name) => buildah('images', '--quiet', '--no-trunc', name)));

export const buildImage = async ({ name, target, file, context, args = {} }: ImageBuild): Promise<void> => {
  const given = Object.entries(args).map(([key, value]) => `--build-arg=${key}=${value}`);
  const options = ['--layers', '--pull-never', `--tag=${name}`, `--target=${target}`, `--file=${file}`];
  await buildah('build', ...options, ...(await lent()), ...given, context);
};

/** Stages that others copy from leave containers. */
export const removeContainers = async (): Promise<void> => {
  await buildah('rm', '--all');
};

const list = 'localhost/tintype-saved:1';

const hexOf = ({ digest }: { digest: string }): string => digest.replace('sha256:', '');

/** Pushes all images at once, so that layers they share are written once. gzip would take longer than the disk. */
const pushImages = async (names: readonly string[], folder: string): Promise<void> => {
  await buildah('manifest', 'rm', list).catch(() => undefined);
  await buildah('manifest', 'create', list);
  for (const name of names) await buildah('manifest', 'add', list, `containers-storage:${name}`);
  await buildah('manifest', 'push', '--all', '--quiet', list, `dir:${folder}`);
};

/** Replaces the list of images by the manifest of a Docker archive, which has their names. */
const nameImages = (names: readonly string[], folder: string): void => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const manifest = (read('manifest.json').manifests as { digest: string }[]).map((image, at) => {
    const { config, layers } = read(`${hexOf(image)}.manifest.json`);
    return { Config: hexOf(config), Layers: layers.map(hexOf), RepoTags: [names[at]] };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
};

/** Writes images to a folder with the layout of a Docker archive, unless it exists. Removes older folders. */
export const saveImages = async (names: readonly string[]): Promise<string> => {
  const ids = await findImages(names);
  const saved = `saved-${createHash('sha256').update(ids.join()).digest('hex').slice(0, 12)}`;
  const target = join(imageCache(), saved);
  if (existsSync(target)) return target;
  const older = readdirSync(imageCache()).filter((name) => name.startsWith('saved-'));
  for (const name of older) rmSync(join(imageCache(), name), { recursive: true });
  // Written whole or not at all.
  const draft = `${target}.draft`;
  await pushImages(names, draft);
  nameImages(names, draft);
  renameSync(draft, target);
  return target;
};
