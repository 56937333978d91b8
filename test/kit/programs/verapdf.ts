import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
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

/** The rules of PDF/UA-1 that each file breaks, by veraPDF, such as `7.1-8`. */
export const brokenRules = async (files: readonly string[]): Promise<string[][]> => {
  if (!existsSync(folder)) {
    const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`, '-DincludeScope=runtime'];
    await run('mvn', ['-q', '-B', '-f', join(source, 'pom.xml'), ...copy]);
  }
  const { stdout } = await run('java', ['-cp', join(folder, '*'), join(source, 'Validate.java'), ...files]);
  const lines = stdout.split('\n').filter((line) => line.startsWith('broken:'));
  return lines.map((line) => line.split(' ').slice(1).filter(Boolean));
};
