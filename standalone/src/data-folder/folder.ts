import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BirthFile } from '@tintype/ledger';
import { explained } from './keep.js';

const mode = 0o700;

/** What we, nats-server and the parts put there; `.new` are drafts that a crash left. */
const ours =
  /^(account|master-key|root-key|nats-passwords\.json|nats-server\.conf|example-port|ledger-birth|lock)(\.|$)|^(logs|jetstream|pods)$/;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Not Node's `recursive`: on file systems that refuse with ENOENT, such as /proc, that one tries for ever. */
const makeWithParents = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeWithParents(dirname(path));
    await mkdir(path, { mode });
  }
};

/** Only where nothing but ours lies: somebody's home or /tmp, named by mistake, has to stay open as it is. */
const tighten = async (path: string): Promise<void> => {
  const found = await stat(path);
  if ((found.mode & 0o077) === 0 || found.uid !== process.getuid?.()) return;
  if ((await readdir(path)).every((name) => ours.test(name))) await chmod(path, mode);
};

/** Makes the folder, for its owner alone. */
export const makeDataFolder = async (path: string): Promise<void> => {
  try {
    await makeWithParents(path);
    await tighten(path);
  } catch (error) {
    throw explained(path, 'written', error);
  }
};

export const ledgerBirthFile = (dataFolder: string): string => join(dataFolder, 'ledger-birth');

/** Which ledger belongs to this data folder, whether NATS keeps it there or elsewhere. */
export const ledgerBirth = (dataFolder: string): BirthFile => new BirthFile(ledgerBirthFile(dataFolder));
