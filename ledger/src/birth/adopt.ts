import { randomUUID } from 'node:crypto';
import type { Nats } from '@tintype/runtime';
import { makeLedger } from '../make-ledger.js';
import type { BirthRecord } from './birth-record.js';
import { Births } from './births.js';

/** NATS has neither ledger nor usage. Most likely the program is connected to the wrong NATS. */
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
  /** False if the ledger already was the recorded one. Then nothing changed. */
  wasAdopted: boolean;
  /** The ledger's streams that existed before, with their numbers of messages. */
  found: readonly { stream: string; messages: number }[];
  /** The names of the streams that were missing. They exist now. */
  created: readonly string[];
  /** True if the usage was missing: balances start at zero. */
  isUsageNew: boolean;
}

export interface AdoptOptions {
  /** The number of replicas of each stream and bucket. Default: 1. */
  replicas?: number;
  /** Whether to adopt a NATS without ledger and usage. If false, it causes a NothingToAdopt. */
  allowEmpty: boolean;
}

/** Undefined also if the record is unreadable: an adoption replaces the record. */
const readOrUndefined = (record: BirthRecord) => record.read().catch(() => undefined);

/**
 * Records the existing streams as the ledger, and creates missing ones. The record is written last, so a failed call
 * can be repeated. Needs the admin login. @throws NothingToAdopt
 */
export const adoptLedger = async (
  nats: Nats,
  record: BirthRecord,
  { replicas = 1, allowEmpty }: AdoptOptions,
): Promise<Adoption> => {
  const births = await Births.read(nats.manager);
  const recorded = await readOrUndefined(record);
  const { found } = births;
  if (recorded !== undefined && !births.mismatch(recorded))
    return { wasAdopted: false, found, created: [], isUsageNew: false };
  const isUsageNew = !(await births.hasUsage());
  if (found.length === 0 && isUsageNew && !allowEmpty) throw new NothingToAdopt();
  const [existingBirth = randomUUID()] = births.distinct;
  // The streams keep their birth only if all exist and have the same one.
  const birth = births.mismatch(existingBirth) ? randomUUID() : existingBirth;
  const created = await makeLedger(nats, birth, replicas);
  await record.write(birth);
  return { wasAdopted: true, found, created, isUsageNew };
};
