import { existsSync } from 'node:fs';
import { adoptLedger, describeAdoption } from '@tintype/ledger';
import { ConfigError } from '@tintype/runtime';
import { ledgerBirth, ledgerBirthFile } from '../data-folder/ledger-birth.js';
import { type BooksConfig, withBooks } from './with-books.js';

/** Where it was, as a person would look for it; without a login. */
const placeOf = ({ natsUrl, dataFolder }: BooksConfig): string =>
  natsUrl ? `NATS at ${natsUrl.host} (TINTYPE_NATS_URL)` : `The NATS of ${dataFolder}`;

/**
 * Takes the ledger that is there for the one of this data folder, and says what was done.
 * @param evenNothing also when a NATS that somebody has named has nothing of a ledger: it may be the wrong one
 */
export const adopt = async (config: BooksConfig, evenNothing: boolean): Promise<string> => {
  const { dataFolder, natsUrl } = config;
  if (!existsSync(dataFolder))
    throw new ConfigError(`There is no ${dataFolder}: nothing has run there. Set TINTYPE_DATA_DIR.`);
  const wasHere = natsUrl === undefined && existsSync(ledgerBirthFile(dataFolder));
  const adoption = await withBooks(config, (nats) =>
    adoptLedger(nats, ledgerBirth(dataFolder), { evenNothing: evenNothing || wasHere }),
  );
  return `${placeOf(config)}: ${describeAdoption(adoption)}`;
};
