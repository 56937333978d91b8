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

export const buildImage = async ({ name, target, file, context, args = {} }: ImageBuild): Promise<void> => {
  const given = Object.entries(args).map(([key, value]) => `--build-arg=${key}=${value}`);
  const options = ['--layers', '--pull-never', `--tag=${name}`, `--target=${target}`, `--file=${file}`];
  await buildah('build', ...options, ...(await lent()), ...given, context);
};

/** Stages that others copy from leave containers. */
export const removeContainers = async (): Promise<void> => {
  await buildah('rm', '--all');
};

/** Writes an image and its layers to a folder, each under its digest. Returns its entry in a Docker archive's manifest. */
const writeImage = async (name: string, folder: string): Promise<object> => {
  const alone = join(folder, 'one');
  await buildah('push', '--quiet', name, `dir:${alone}`);
  const { config, layers } = JSON.parse(readFileSync(join(alone, 'manifest.json'), 'utf8'));
  const files: string[] = [config, ...layers].map(({ digest }) => digest.replace('sha256:', ''));
  for (const file of new Set(files)) renameSync(join(alone, file), join(folder, file));
  rmSync(alone, { recursive: true });
  const [Config, ...Layers] = files;
  return { Config, Layers, RepoTags: [name] };
};

/** Writes images to a folder with the layout of a Docker archive, unless it exists. Removes older folders. */
export const saveImages = async (names: readonly string[]): Promise<string> => {
  const ids = await Promise.all(names.map((name) => buildah('images', '--quiet', '--no-trunc', name)));
  const saved = `saved-${createHash('sha256').update(ids.join()).digest('hex').slice(0, 12)}`;
  const target = join(imageCache(), saved);
  if (existsSync(target)) return target;
  const older = readdirSync(imageCache()).filter((name) => name.startsWith('saved-'));
  for (const name of older) rmSync(join(imageCache(), name), { recursive: true });
  // Written whole or not at all.
  const draft = `${target}.draft`;
  mkdirSync(draft);
  const manifest: object[] = [];
  for (const name of names) manifest.push(await writeImage(name, draft));
  writeFileSync(join(draft, 'manifest.json'), JSON.stringify(manifest));
  renameSync(draft, target);
  return target;
};
