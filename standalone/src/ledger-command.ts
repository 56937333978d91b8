import { readIndexedResults } from '@tintype/api';
import { describeReport, type LedgerReport, verifyLedger } from '@tintype/ledger';
import { ConfigError } from '@tintype/runtime';
import { Command } from 'commander';
import { readLedgerConfig } from './config.js';
import { ledgerBirth } from './data-folder/folder.js';
import { adopt } from './ledger/adopt.js';
import { type LedgerConfig, withLedger } from './ledger/with-ledger.js';
import { readVersion } from './repository.js';

const verify = (config: LedgerConfig): Promise<LedgerReport> =>
  withLedger(config, (nats) => verifyLedger(nats, ledgerBirth(config.dataFolder), () => readIndexedResults(nats)));

const exitCannotRun = 2;

const ledgerConfig = () => ({
  ...readLedgerConfig(),
  notify: (text: string) => void process.stderr.write(`${text}\n`),
});

const rootCommand = (): Command =>
  new Command('tintype')
    .description('Tintype on this machine. It reads the same TINTYPE_ variables as make run.')
    .version(readVersion(), '-V, --version', 'the version of this checkout')
    .showHelpAfterError()
    // 1 means that the ledger disagrees; a wrong command line exits with 2.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCannotRun));

const addVerify = (ledger: Command): Command =>
  ledger
    .command('verify')
    .description(
      'Compares opens, charges, usage and cached results. Prints counts and faults. Exits with 0 without faults, 1 with faults, 2 if it cannot read the ledger. ' +
        'Changes nothing. If the service runs, it reads its NATS; if the service is starting or stopping, it waits. ' +
        'Otherwise it starts nats-server on the data folder meanwhile.',
    )
    .option('--json', 'print the report as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const report = await verify(ledgerConfig());
      process.stdout.write(`${json ? JSON.stringify(report) : describeReport(report)}\n`);
      process.exitCode = report.faults.length === 0 ? 0 : 1;
    });

const addAdopt = (ledger: Command): Command =>
  ledger
    .command('adopt')
    .description(
      'Use it if NATS has lost the ledger and you have no backup. The existing streams become the ledger, and missing ' +
        'streams are created empty. The usage totals stay. Sessions without their open are free. ' +
        'Closed sessions without their charge cannot be read. Open sessions whose slot is lost do not count towards the limit. ' +
        'Exits with 0 if done or if nothing is missing, 2 if it cannot.',
    )
    .option('--empty', 'also create a ledger where NATS (TINTYPE_NATS_URL) has none')
    .action(async ({ empty = false }: { empty?: boolean }) => {
      process.stdout.write(`${await adopt(ledgerConfig(), empty)}\n`);
    });

/** The command `tintype`: reads and repairs the ledger of an installation. Sets the exit code of the process. */
export const runLedgerCommand = async (): Promise<void> => {
  try {
    const program = rootCommand();
    const ledger = program.command('ledger').description('check or repair the ledger');
    addVerify(ledger);
    addAdopt(ledger);
    await program.parseAsync();
  } catch (error) {
    const text =
      error instanceof ConfigError || !(error instanceof Error) ? String((error as Error).message) : error.stack;
    process.stderr.write(`${text}\n`);
    process.exit(exitCannotRun);
  }
};
