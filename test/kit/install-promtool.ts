import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, readBinaries, runShown } from '@tintype/standalone';
import { ensureProgram } from './ensure-program.js';

const caller = { environment: readBinaries().environment, signal: new AbortController().signal };

const download = (folder: string): Promise<boolean> =>
  runShown(caller, 'env', ['-C', folder, 'apt-get', '-q', '-o', 'APT::Sandbox::User=root', 'download', 'prometheus']);

/** Unpacked, not installed: that would start a Prometheus, too. */
const unpack = async (folder: string): Promise<string | undefined> => {
  if (!['apt-get', 'dpkg'].every((name) => onPath(caller.environment, [name]))) return undefined;
  console.log('taking promtool out of the package prometheus of apt');
  // Only root may update the lists; that a source cannot be reached makes it fail, while the package may come from another one.
  const isDownloaded = (await download(folder)) || (await updated(folder));
  const file = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  if (!isDownloaded || !file || !(await runShown(caller, 'dpkg', ['-x', join(folder, file), folder]))) return undefined;
  return 'usr/bin/promtool';
};

const updated = async (folder: string): Promise<boolean> => {
  await runShown(caller, 'apt-get', ['-q', 'update']);
  return download(folder);
};

/** Only the tests need it. Apache-2.0; Go does not build it by its name, because its module excludes versions of others. */
if (!(await ensureProgram('promtool', unpack)))
  console.error(
    'The tests of the alert rules are skipped: there is no promtool, which apt has in the package prometheus of Debian. ' +
      'Elsewhere put promtool on PATH, then run this again.',
  );
