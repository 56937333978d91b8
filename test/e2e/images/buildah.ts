import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** Writes an image to a file, unless that has been done; older ones of it go. Answers the file. */
export const saveImage = async (name: string): Promise<string> => {
  const id = (await buildah('images', '--format', '{{.ID}}', name)).trim();
  const target = name.replace(/^.*\//, '').replace(/:.*/, '');
  const saved = `${target}-${id}.tar`;
  const isOlder = (file: string) => file.startsWith(`${target}-`) && /-[0-9a-f]{12}\.tar$/.test(file) && file !== saved;
  for (const file of readdirSync(imageCache()).filter(isOlder)) rmSync(join(imageCache(), file));
  const file = join(imageCache(), saved);
  if (existsSync(file)) return file;
  // Whole or not at all.
  const draft = `${file}.${process.pid}`;
  await buildah('push', '--quiet', name, `docker-archive:${draft}:${name}`);
  renameSync(draft, file);
  return file;
};
