import { randomUUID } from 'node:crypto';
import type { Nats } from '@tintype/runtime';
import { makeLedger } from '../make-ledger.js';
import type { BirthRecord } from './birth-record.js';
import { Births } from './births.js';

/** NATS has no ledger; most likely it is the wrong NATS. */
export class NothingToAdopt extends Error {
  override name = 'NothingToAdopt';

  constructor() {
    super(
      'NATS has no ledger: no stream of opens, charges or slots, and no usage. Check that this is the NATS that Tintype has ' +
        'used. A new installation adopts nothing: its first start creates the ledger. Nothing was changed.',
    );
  }
}

export interface Adoption {
  /** False: the ledger is the recorded one, and nothing changed. */
  adopted: boolean;
  /** The existing streams. */
  found: readonly { stream: string; messages: number }[];
  /** The streams that were missing. */
  created: readonly string[];
  /** The usage was missing: balances start at zero. */
  isUsageNew: boolean;
}

export interface AdoptOptions {
  replicas?: number;
  /** Adopt an empty NATS too. */
  allowEmpty: boolean;
}

/** An unreadable record is one more reason to write a new one. */
const readAnyway = (record: BirthRecord) => record.read().catch(() => undefined);

/**
 * Records the existing streams as the ledger, and creates missing ones. Repeat it after a failure: it writes the record
 * last. Needs the admin login. @throws NothingToAdopt
 */
export const adoptLedger = async (
  nats: Nats,
  record: BirthRecord,
  { replicas = 1, allowEmpty }: AdoptOptions,
): Promise<Adoption> => {
  const births = await Births.read(nats.manager);
  const recorded = await readAnyway(record);
  const { found } = births;
  if (recorded !== undefined && !births.mismatch(recorded))
    return { adopted: false, found, created: [], isUsageNew: false };
  const isUsageNew = !(await births.hasUsage());
  if (found.length === 0 && isUsageNew && !allowEmpty) throw new NothingToAdopt();
  const [known = randomUUID()] = births.known;
  const birth = births.mismatch(known) ? randomUUID() : known;
  const created = await makeLedger(nats, birth, replicas);
  await record.write(birth);
  return { adopted: true, found, created, isUsageNew };
};
