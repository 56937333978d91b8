import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../machine/run.js';
import { imageCache } from './cache.js';

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

/** What this machine needs to reach its registries is lent to a build, and is not in the image. */
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

/** Builds an image; what has not changed since the last time is kept. */
export const buildImage = async ({ name, target, file, context, args = {} }: ImageBuild): Promise<void> => {
  const given = Object.entries(args).map(([key, value]) => `--build-arg=${key}=${value}`);
  const options = ['--layers', '--pull-never', `--tag=${name}`, `--target=${target}`, `--file=${file}`];
  await buildah('build', ...options, ...(await lent()), ...given, context);
};

/** Writes an image to a file, unless that has been done. Answers the file. */
export const saveImage = async (name: string): Promise<string> => {
  const id = (await buildah('images', '--format', '{{.ID}}', name)).trim();
  const file = join(imageCache(), `${name.replace(/^.*\//, '').replace(/:.*/, '')}-${id}.tar`);
  if (!existsSync(file)) await buildah('push', '--quiet', name, `docker-archive:${file}:${name}`);
  return file;
};
