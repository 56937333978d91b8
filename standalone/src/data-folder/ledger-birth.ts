import { join } from 'node:path';
import { BirthFile } from '@tintype/ledger';

export const ledgerBirthFile = (dataFolder: string): string => join(dataFolder, 'ledger-birth');

/** Which ledger belongs to this data folder, whether NATS keeps it there or elsewhere. */
export const ledgerBirth = (dataFolder: string): BirthFile => new BirthFile(ledgerBirthFile(dataFolder));
