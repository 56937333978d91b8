import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder, isOnPath } from './test-programs.js';

const run = promisify(execFile);
const version = '1.28.1';
const source = fileURLToPath(new URL('../../../kit/programs/verapdf/', import.meta.url));
const folder = join(cacheFolder(), `verapdf-${version}`);

/** Without it, the reason to skip. */
export const whyNoValidator = (): string | false =>
  isOnPath('java') && (existsSync(folder) || isOnPath('mvn'))
    ? false
    : 'There is no validator of PDF/UA: it needs a Java of 17 or newer, and once Maven.';

/** Whole or not at all: an interrupted Maven leaves a part. */
const download = async () => {
  await mkdir(cacheFolder(), { recursive: true });
  const part = await mkdtemp(`${folder}-`);
  try {
    const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${part}`, '-DincludeScope=runtime'];
    await run('mvn', ['-q', '-B', '-f', join(source, 'pom.xml'), ...copy]);
    await rename(part, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
};

/** The rules of PDF/UA-1 that each file breaks, by veraPDF, such as `7.1-8`. */
export const brokenRules = async (files: readonly string[]): Promise<string[][]> => {
  if (!existsSync(folder)) await download();
  const { stdout } = await run('java', ['-cp', join(folder, '*'), join(source, 'Validate.java'), ...files]);
  const lines = stdout.split('\n').filter((line) => line.startsWith('broken:'));
  return lines.map((line) => line.split(' ').slice(1).filter(Boolean));
};
