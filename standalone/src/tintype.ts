// The entry of runtime would load packages that the bundle already contains.
import { loadProgram } from '@tintype/runtime/bundle';

const { runLedgerCommand } = await loadProgram<typeof import('./ledger-command.js')>(import.meta.url, 'ledger-command');
await runLedgerCommand();
