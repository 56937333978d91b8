import { randomUUID } from 'node:crypto';
import type { Nats } from '@tintype/runtime';
import type { BirthRecord } from './birth/birth-record.js';
import { Births } from './birth/births.js';
import { makeLedger } from './make-ledger.js';

/**
 * Makes the ledger at the first start, and brings it up to date at every later one. Its birth is recorded last: a first
 * start that was cut short is a first start again, and completes what it finds. Needs the admin login.
 * @throws LedgerLost when the ledger that was recorded is not there, or one that was in use is there in part: it is never
 * made anew in silence
 */
export const provisionLedger = async (nats: Nats, record: BirthRecord, replicas = 1): Promise<void> => {
  const recorded = await record.read();
  const births = await Births.read(nats.manager);
  const fault = await births.faultOf(recorded);
  if (fault) throw fault;
  const [known = randomUUID()] = births.known;
  await makeLedger(nats, recorded ?? known, replicas);
  if (recorded === undefined) await record.write(known);
};
