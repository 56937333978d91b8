import { randomUUID } from 'node:crypto';
import type { Nats } from '@tintype/runtime';
import { makeLedger } from '../make-ledger.js';
import type { BirthRecord } from './birth-record.js';
import { Births } from './births.js';

/** There is nothing of a ledger that could be adopted: most likely it is the wrong place. */
export class NothingToAdopt extends Error {
  override name = 'NothingToAdopt';

  constructor() {
    super(
      'There is nothing of a ledger: no stream of opens, charges or slots, and no usage. Look whether that is the NATS which ' +
        'Tintype has used. A new installation needs no adopting: its first start makes the ledger. Nothing was changed.',
    );
  }
}

export interface Adoption {
  /** False when the ledger is the one that was recorded: nothing was done. */
  adopted: boolean;
  /** The streams that were there, and how many messages they hold. */
  found: readonly { stream: string; messages: number }[];
  /** The streams that were missing, and are made anew. */
  made: readonly string[];
  /** There was no usage: balances begin anew. */
  isUsageNew: boolean;
}

export interface AdoptOptions {
  replicas?: number;
  /** Also where there is nothing of a ledger. */
  evenNothing: boolean;
}

/** A record that cannot be read is one more reason to write a new one. */
const readAnyway = (record: BirthRecord) => record.read().catch(() => undefined);

/**
 * Takes the streams that are there as the ledger from now on, and makes those that are missing. Once more after a failure:
 * the record is written last. Needs the admin login. @throws NothingToAdopt
 */
export const adoptLedger = async (
  nats: Nats,
  record: BirthRecord,
  { replicas = 1, evenNothing }: AdoptOptions,
): Promise<Adoption> => {
  const births = await Births.read(nats.manager);
  const recorded = await readAnyway(record);
  const { found } = births;
  if (recorded !== undefined && !births.mismatch(recorded))
    return { adopted: false, found, made: [], isUsageNew: false };
  const isUsageNew = !(await births.hasUsage());
  if (found.length === 0 && isUsageNew && !evenNothing) throw new NothingToAdopt();
  const [known = randomUUID()] = births.known;
  const birth = births.mismatch(known) ? randomUUID() : known;
  const made = await makeLedger(nats, birth, replicas);
  await record.write(birth);
  return { adopted: true, found, made, isUsageNew };
};
