/** The command `tintype`: what a person does to an installation beside running it. */
import { readIndexedResults } from '@tintype/api';
import { type BooksReport, describeBooks, verifyLedger } from '@tintype/ledger';
import { ConfigError } from '@tintype/runtime';
import { Command } from 'commander';
import { adopt } from './books/adopt.js';
import { type BooksConfig, withBooks } from './books/with-books.js';
import { readBooksConfig } from './config.js';
import { ledgerBirth } from './data-folder/folder.js';
import { readVersion } from './repository.js';

/** Reads the books and compares them. */
const verify = (config: BooksConfig): Promise<BooksReport> =>
  withBooks(config, (nats) => verifyLedger(nats, ledgerBirth(config.dataFolder), () => readIndexedResults(nats)));

const cannotRun = 2;

const booksConfig = () => ({ ...readBooksConfig(), say: (text: string) => void process.stderr.write(`${text}\n`) });

const program = new Command('tintype')
  .description('Tintype on this machine. It reads the same TINTYPE_ variables as make run.')
  .version(readVersion(), '-V, --version', 'the version of this checkout')
  .showHelpAfterError()
  // 1 says that the books disagree: a mistake at the command line is something else.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : cannotRun));

const ledger = program.command('ledger').description('the books: what was opened, and what was charged for it');

ledger
  .command('verify')
  .description(
    'Prints opens, charges and what disagrees. Exits 0 when nothing does, 1 when something does, 2 when the books ' +
      'cannot be read. Changes nothing in the books. Beside a copy that runs it asks that one, and waits for one that starts or stops; otherwise it starts ' +
      'nats-server on the data folder for as long as it takes.',
  )
  .option('--json', 'print the report as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const report = await verify(booksConfig());
    process.stdout.write(`${json ? JSON.stringify(report) : describeBooks(report)}\n`);
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  });

ledger
  .command('adopt')
  .description(
    'For when NATS has lost the ledger, and there is no backup: takes the streams that are there as the ledger from now ' +
      'on, and makes anew those that are missing. What was charged counts in the usage and stays so, as far as it was ' +
      'added up. Sessions whose opens are lost are not charged, closed sessions whose charges are lost cannot be read any ' +
      'more, and until they end, sessions whose slots are lost do not count. Exits 0 when it is done or there is nothing ' +
      'to do, 2 when it cannot be done.',
  )
  .option('--empty', 'also when the NATS that TINTYPE_NATS_URL names has nothing of a ledger: begin one there')
  .action(async ({ empty = false }: { empty?: boolean }) => {
    process.stdout.write(`${await adopt(booksConfig(), empty)}\n`);
  });

try {
  await program.parseAsync();
} catch (error) {
  const text =
    error instanceof ConfigError || !(error instanceof Error) ? String((error as Error).message) : error.stack;
  process.stderr.write(`${text}\n`);
  process.exit(cannotRun);
}
