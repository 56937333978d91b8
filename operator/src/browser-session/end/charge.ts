import type { SessionCharge } from '@tintype/ledger';
import type { Pass, Step } from '../pass/pass.js';
import { chargeOf, isBooked } from '../pass/session-charge.js';

/** Writes the charge of an open, whatever it comes to. */
export const charge: Step = async (pass) => {
  if (!isToCharge(pass)) return undefined;
  await ((await pass.isInBooks()) ? writeCharge(pass) : leaveUncharged(pass));
  return undefined;
};

const isToCharge = ({ phase, session }: Pass): boolean =>
  phase === 'Settling' || phase === 'Failed' || (phase === 'Closed' && !isBooked(session));

/** One that is there already is the truth. One that is deleted goes without being `Closed`. */
const writeCharge = async (pass: Pass): Promise<void> => {
  const standing = await pass.dependencies.books.charge(chargeOf(pass));
  const differs = !agrees(standing, pass);
  if (differs) pass.event('Warning', 'ChargeDiffers');
  const truth = differs ? whatStands(standing) : {};
  if (pass.phase !== 'Failed' && !pass.isDeleted) await pass.writeStatus({ phase: 'Closed', ...truth }, 'Charged');
  else if (differs) await pass.writeStatus(truth, 'ChargeDiffers');
};

/**
 * One that was active had its open, in a ledger that is no more: it says so, also when it is about to go. What `freeze` has
 * written it to cost was written when the open may have been there.
 */
const leaveUncharged = async (pass: Pass): Promise<void> => {
  const isOpenLost = pass.status.startedAt !== undefined;
  if (pass.phase === 'Failed' || (pass.isDeleted && !isOpenLost)) return;
  await pass.writeStatus({ phase: 'Closed', credits: 0 }, 'NotCharged');
  pass.event('Warning', 'NotCharged');
};

const agrees = (standing: SessionCharge, { status }: Pass) =>
  standing.credits === (status.credits ?? 0) && standing.endedAt === status.endedAt;

/** Not its reason, which may be none that an object can have. */
const whatStands = ({ credits, endedAt, counts }: SessionCharge) => ({ credits, endedAt, counts });
