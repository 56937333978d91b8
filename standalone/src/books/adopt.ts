import { existsSync } from 'node:fs';
import { type Adoption, adoptLedger } from '@tintype/ledger';
import { ConfigError } from '@tintype/runtime';
import { ledgerBirth } from '../data-folder/ledger-birth.js';
import { type BooksConfig, withBooks } from './with-books.js';

/** Takes the ledger that is there for the one of this data folder. */
export const adopt = async (config: BooksConfig): Promise<Adoption> => {
  const { dataFolder } = config;
  if (!existsSync(dataFolder))
    throw new ConfigError(`There is no ${dataFolder}: nothing has run there. Set TINTYPE_DATA_DIR.`);
  return withBooks(config, (nats) => adoptLedger(nats, ledgerBirth(dataFolder)));
};
