import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './test-programs.js';

export const pythonPlaywright = '1.65.1';

/** One folder per version. */
export const pythonPackages = join(cacheFolder(), `python-playwright-${pythonPlaywright}`);

export const hasPythonPlaywright = (): boolean => existsSync(join(pythonPackages, 'playwright'));
