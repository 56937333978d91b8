import { randomUUID } from 'node:crypto';
import type { Nats } from '@tintype/runtime';
import type { BirthRecord } from './birth/birth-record.js';
import { Births } from './birth/births.js';
import { makeLedger } from './make-ledger.js';

/**
 * Makes the ledger at the first start, and brings it up to date at every later one. Its birth is recorded last: a first
 * start that was cut short is a first start again, and completes what it finds. Needs the admin login.
 * @throws LedgerLost when the ledger that was recorded is not there: it is never made anew in silence
 */
export const provisionLedger = async (nats: Nats, record: BirthRecord, replicas = 1): Promise<void> => {
  const recorded = await record.read();
  const births = await Births.read(nats.manager);
  const [known = randomUUID(), ...others] = births.known;
  const birth = recorded ?? known;
  const fault = recorded !== undefined || others.length > 0 ? births.fault(birth) : undefined;
  if (fault) throw fault;
  await makeLedger(nats, birth, replicas);
  if (recorded === undefined) await record.write(birth);
};
