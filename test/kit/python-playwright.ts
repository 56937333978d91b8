import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './test-programs.js';

/** The version that the tests run with. */
export const pythonPlaywright = '1.65.1';

/** Where its packages lie; beside those of other versions. */
export const pythonPackages = join(cacheFolder(), `python-playwright-${pythonPlaywright}`);

export const hasPythonPlaywright = (): boolean => existsSync(join(pythonPackages, 'playwright'));
