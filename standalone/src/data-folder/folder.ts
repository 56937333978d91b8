import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BirthRecordFile } from '@tintype/ledger';
import { explained } from './keep.js';

const mode = 0o700;

/** Names that we, nats-server and the parts create in the data folder. `.new` is a draft that a crash left. */
const ours =
  /^(account|master-key|root-key|nats-passwords\.json|nats-server\.conf|example-port|ledger-birth|filters|lock)(\.|$)|^(logs|jetstream|pods)$/;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Node's `recursive` never ends on file systems that answer ENOENT, such as /proc. */
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

/**
 * Makes the folder private, but only if all its files are ours. A home folder or /tmp, named by mistake, must stay
 * open.
 */
const makePrivate = async (path: string): Promise<void> => {
  const found = await stat(path);
  if ((found.mode & 0o077) === 0 || found.uid !== process.getuid?.()) return;
  if ((await readdir(path)).every((name) => ours.test(name))) await chmod(path, mode);
};

export const makeDataFolder = async (path: string): Promise<void> => {
  try {
    await makeWithParents(path);
    await makePrivate(path);
  } catch (error) {
    throw explained(path, 'written', error);
  }
};

export const ledgerBirthFile = (dataFolder: string): string => join(dataFolder, 'ledger-birth');

/** The record of the ledger that belongs to this data folder, also with a NATS elsewhere. */
export const ledgerBirth = (dataFolder: string): BirthRecordFile => new BirthRecordFile(ledgerBirthFile(dataFolder));
