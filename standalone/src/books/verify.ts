import { readIndexedResults } from '@tintype/api';
import { type BooksReport, verifyLedger } from '@tintype/ledger';
import { ledgerBirth } from '../data-folder/ledger-birth.js';
import { type BooksConfig, withBooks } from './with-books.js';

/** Reads the books and compares them. */
export const verify = (config: BooksConfig): Promise<BooksReport> =>
  withBooks(config, (nats) => verifyLedger(nats, ledgerBirth(config.dataFolder), () => readIndexedResults(nats)));
