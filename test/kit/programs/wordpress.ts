import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './test-programs.js';

/** Debian's WordPress, with a theme and the JavaScript that Debian keeps in other packages. GPL 2 or later. */
export const wordPressPackages = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  ...['libjs-cropper', 'libjs-underscore', 'php-getid3'],
] as const;

/** Has the plugin with which WordPress keeps its data in SQLite. GPL 2 or later. */
export const sqlitePackage = '@wp-playground/cli@3.1.56';

/** WordPress without a configuration. `TINTYPE_TEST_WORDPRESS` names the folder of another version, with the SQLite plugin. */
export const wordPressFolder = (): string =>
  process.env.TINTYPE_TEST_WORDPRESS || join(cacheFolder(), 'wordpress-debian');

const probe = 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("pdo_sqlite") ? 0 : 1);';

/** What is missing for tests in WordPress. */
export const missingForWordPress = (): string | undefined => {
  if (spawnSync('php', ['-r', probe]).status !== 0) return 'PHP 8.2 with pdo_sqlite';
  return existsSync(join(wordPressFolder(), 'wp-load.php')) ? undefined : 'WordPress';
};
