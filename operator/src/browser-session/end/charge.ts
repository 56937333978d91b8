import type { SessionCharge } from '@tintype/ledger';
import type { Pass, Step } from '../pass/pass.js';
import { chargeOf, isChargeDecided } from '../pass/session-charge.js';

/** Charges the session if it has an open. */
export const charge: Step = async (pass) => {
  if (!needsCharge(pass)) return undefined;
  await ((await pass.hasOpen()) ? writeCharge(pass) : leaveUncharged(pass));
  return undefined;
};

const needsCharge = ({ phase, session }: Pass): boolean =>
  phase === 'Settling' || phase === 'Failed' || (phase === 'Closed' && !isChargeDecided(session));

/**
 * Writes the charge. If the ledger already has another charge, its figures replace those in the status. A deleted
 * session does not become `Closed`.
 */
const writeCharge = async (pass: Pass): Promise<void> => {
  const existing = await pass.dependencies.ledger.charge(chargeOf(pass));
  const differs = !isChargeOf(existing, pass);
  if (differs) pass.event('Warning', 'ChargeDiffers');
  const corrections = differs ? ledgerFigures(existing) : {};
  if (pass.phase !== 'Failed' && !pass.isDeleted)
    await pass.writeStatus({ phase: 'Closed', ...corrections }, 'Charged');
  else if (differs) await pass.writeStatus(corrections, 'ChargeDiffers');
};

/**
 * Closes a session that has no open, at no cost. If it was active, its open was lost with the ledger. `freeze` may have
 * written credits while the open existed. A failed session, or one deleted before it was active, already costs nothing.
 */
const leaveUncharged = async (pass: Pass): Promise<void> => {
  const isOpenLost = pass.status.startedAt !== undefined;
  if (pass.phase === 'Failed' || (pass.isDeleted && !isOpenLost)) return;
  await pass.writeStatus({ phase: 'Closed', credits: 0 }, 'NotCharged');
  pass.event('Warning', 'NotCharged');
};

/** True if the charge has the figures of the session's status. */
const isChargeOf = (existing: SessionCharge, { status }: Pass) =>
  existing.credits === (status.credits ?? 0) && existing.endedAt === status.endedAt;

/** Leaves out the reason: the ledger may have a reason that no object can have. */
const ledgerFigures = ({ credits, endedAt, counts }: SessionCharge) => ({ credits, endedAt, counts });
