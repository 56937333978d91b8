import { readIndexedResults } from '@tintype/api';
import { Births, type BooksReport, verifyBooks } from '@tintype/ledger';
import { ConfigError, type Nats } from '@tintype/runtime';
import { ledgerBirth } from '../data-folder/ledger-birth.js';
import { type BooksConfig, withBooks } from './with-books.js';

/** That the ledger is not the one of the data folder. Where a part of it is missing, the rest can't be compared. */
const birthFaults = async (nats: Nats, { dataFolder }: BooksConfig): Promise<string[]> => {
  const recorded = await ledgerBirth(dataFolder).read();
  const lost = await (await Births.read(nats.manager)).faultOf(recorded);
  if (lost && lost.missing.length > 0) throw new ConfigError(lost.message, { cause: lost });
  return lost ? [lost.message] : [];
};

/** Reads the books and compares them. */
export const verify = (config: BooksConfig): Promise<BooksReport> =>
  withBooks(config, async (nats) => {
    const lost = await birthFaults(nats, config);
    // The results first: what is charged after this reading is no disagreement.
    const report = await verifyBooks(nats, await readIndexedResults(nats));
    return { ...report, faults: [...lost, ...report.faults] };
  });
