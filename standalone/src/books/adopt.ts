import { existsSync } from 'node:fs';
import { adoptLedger, describeAdoption } from '@tintype/ledger';
import { ConfigError } from '@tintype/runtime';
import { hostOf } from '../addresses.js';
import { ledgerBirth, ledgerBirthFile } from '../data-folder/folder.js';
import { askRunning } from '../data-folder/lock.js';
import { placeOf } from '../nats-server/nats-failure.js';
import { type BooksConfig, withBooks } from './with-books.js';

/** Its operator would compare the ledger that it has with the record of another, and settle nothing. */
const refuseBesideAnother = async ({ natsUrl, dataFolder }: BooksConfig): Promise<void> => {
  const copy = natsUrl && (await askRunning(dataFolder));
  if (!copy || copy.doing === 'books') return;
  const used = copy.givenNats ?? `127.0.0.1:${copy.natsPort}`;
  if (used === hostOf(natsUrl)) return;
  const which = copy.givenNats ? `the NATS at ${copy.givenNats}` : 'a NATS of its own';
  const remedy = copy.givenNats ? 'Name that one' : 'Leave TINTYPE_NATS_URL out';
  throw new ConfigError(
    `The copy on ${dataFolder} (process ${copy.pid}) uses ${which}, and not the one at ${hostOf(natsUrl)} ` +
      `(TINTYPE_NATS_URL): it would settle nothing any more. ${remedy}, or end that copy first. Nothing was changed.`,
  );
};

/**
 * Takes the ledger that is there for the one of this data folder, and says what was done.
 * @param evenNothing also when a NATS that somebody has named has nothing of a ledger: it may be the wrong one
 */
export const adopt = async (config: BooksConfig, evenNothing: boolean): Promise<string> => {
  const { dataFolder, natsUrl } = config;
  if (!existsSync(dataFolder))
    throw new ConfigError(`There is no ${dataFolder}: nothing has run there. Set TINTYPE_DATA_DIR.`);
  await refuseBesideAnother(config);
  const wasHere = natsUrl === undefined && existsSync(ledgerBirthFile(dataFolder));
  const adoption = await withBooks(config, (nats) =>
    adoptLedger(nats, ledgerBirth(dataFolder), { evenNothing: evenNothing || wasHere }),
  );
  return `${placeOf(config)}${natsUrl ? ' (TINTYPE_NATS_URL)' : ''}: ${describeAdoption(adoption)}`;
};
