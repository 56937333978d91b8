import { existsSync } from 'node:fs';
import { adoptLedger, describeAdoption } from '@tintype/ledger';
import { ConfigError } from '@tintype/runtime';
import { hostOf } from '../addresses.js';
import { ledgerBirth, ledgerBirthFile } from '../data-folder/folder.js';
import { askRunning } from '../data-folder/lock.js';
import { natsLabel } from '../nats-server/nats-failure.js';
import { type LedgerConfig, withLedger } from './with-ledger.js';

/** A running copy on another NATS would no longer find the recorded ledger, and would charge nothing. */
const refuseBesideAnother = async ({ natsUrl, dataFolder }: LedgerConfig): Promise<void> => {
  const copy = natsUrl && (await askRunning(dataFolder));
  if (!copy || copy.doing === 'ledger') return;
  const used = copy.externalNats ?? `127.0.0.1:${copy.natsPort}`;
  if (used === hostOf(natsUrl)) return;
  const which = copy.externalNats ? `the NATS at ${copy.externalNats}` : 'its own NATS';
  const remedy = copy.externalNats ? 'Set TINTYPE_NATS_URL to that one' : 'Leave TINTYPE_NATS_URL out';
  throw new ConfigError(
    `The copy on ${dataFolder} (process ${copy.pid}) uses ${which}, not the one at ${hostOf(natsUrl)} ` +
      `(TINTYPE_NATS_URL). It could charge no session afterwards. ${remedy}, or end that copy first. Nothing was changed.`,
  );
};

/**
 * Makes the existing ledger the one of this data folder; returns a sentence on what was done.
 * @param allowEmpty accept a NATS of TINTYPE_NATS_URL without any ledger, although it may be the wrong one
 */
export const adopt = async (config: LedgerConfig, allowEmpty: boolean): Promise<string> => {
  const { dataFolder, natsUrl } = config;
  if (!existsSync(dataFolder))
    throw new ConfigError(
      `The data folder ${dataFolder} does not exist: Tintype has not run there. Set TINTYPE_DATA_DIR.`,
    );
  await refuseBesideAnother(config);
  const hasRunHere = natsUrl === undefined && existsSync(ledgerBirthFile(dataFolder));
  const adoption = await withLedger(config, (nats) =>
    adoptLedger(nats, ledgerBirth(dataFolder), { allowEmpty: allowEmpty || hasRunHere }),
  );
  return `${natsLabel(config)}${natsUrl ? ' (TINTYPE_NATS_URL)' : ''}: ${describeAdoption(adoption)}`;
};
