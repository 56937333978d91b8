import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BirthRecordFile } from '@tintype/ledger';
import { explained } from './keep.js';

const privateMode = 0o700;

/** Names that we, nats-server and the parts create in the data folder. `.new` is a draft that a crash left. */
const ownNames =
  /^(account|master-key|root-key|nats-passwords\.json|nats-server\.conf|example-port|ledger-birth|filters|lock)(\.|$)|^(logs|jetstream|pods)$/;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Node's `mkdir` with `recursive` never returns on file systems that answer ENOENT, such as /proc. */
const makeWithParents = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: privateMode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeWithParents(dirname(path));
    await mkdir(path, { mode: privateMode });
  }
};

/**
 * Makes the folder private, but only if all its files are ours. A home folder or /tmp, named by mistake, must keep its
 * mode.
 */
const makePrivate = async (path: string): Promise<void> => {
  const folder = await stat(path);
  if ((folder.mode & 0o077) === 0 || folder.uid !== process.getuid?.()) return;
  if ((await readdir(path)).every((name) => ownNames.test(name))) await chmod(path, privateMode);
};

/** Creates the data folder, private, with its parents. Throws a ConfigError for what a person can fix. */
export const makeDataFolder = async (path: string): Promise<void> => {
  try {
    await makeWithParents(path);
    await makePrivate(path);
  } catch (error) {
    throw explained(path, 'written', error);
  }
};

export const ledgerBirthFile = (dataFolder: string): string => join(dataFolder, 'ledger-birth');

/** The record of the ledger's birth. It is in the data folder even if the ledger is in the NATS of TINTYPE_NATS_URL. */
export const ledgerBirth = (dataFolder: string): BirthRecordFile => new BirthRecordFile(ledgerBirthFile(dataFolder));
