import { noActions } from '@tintype/contracts';
import type { SessionCharge } from '@tintype/ledger';
import { optionsOf } from './options.js';
import type { Pass, Step } from './pass.js';
import { settlement } from './settlement.js';
import { timeText } from './time-text.js';

/** Freezes what the charge is made of, before it is written. */
export const freeze: Step = async (pass) => {
  if (!pass.ending || pass.isFinished) return undefined;
  const { closeReason, ...inputs } = settlement(pass.session, pass.ending, pass.id);
  await pass.writeStatus({ phase: 'Settling', closeReason, ...inputs }, closeReason);
  return undefined;
};

/** Writes the charge of an open, whatever it comes to. One that is there already is the truth. */
export const charge: Step = async (pass) => {
  if (pass.phase !== 'Settling' && pass.phase !== 'Failed') return undefined;
  const { books } = pass.outside;
  const open = await books.findOpen(pass.id);
  const isOurs = open?.uid === pass.session.metadata.uid;
  const standing = isOurs ? await books.charge(chargeOf(pass)) : undefined;
  const differs = standing !== undefined && !agrees(standing, pass);
  if (differs) pass.event('Warning', 'ChargeDiffers');
  const truth = differs ? whatStands(standing) : {};
  if (pass.phase === 'Settling' && !pass.isDeleted) await pass.writeStatus({ phase: 'Closed', ...truth }, 'Charged');
  else if (differs) await pass.writeStatus(truth, 'ChargeDiffers');
  return undefined;
};

const chargeOf = ({ id, session: { metadata, spec, status }, now }: Pass): SessionCharge => {
  const times = { startedAt: status?.startedAt, expiresAt: status?.expiresAt, endedAt: status?.endedAt };
  return {
    session: id,
    account: spec.account,
    uid: metadata.uid,
    credits: status?.credits ?? 0,
    createdAt: metadata.creationTimestamp,
    ...times,
    closeReason: status?.closeReason ?? 'Deleted',
    options: optionsOf(spec),
    counts: status?.counts ?? noActions,
    at: timeText(now),
  };
};

const agrees = (standing: SessionCharge, { status }: Pass) =>
  standing.credits === (status.credits ?? 0) && standing.endedAt === status.endedAt;

/** Not its reason, which may be none that an object can have. */
const whatStands = ({ credits, endedAt, counts }: SessionCharge) => ({ credits, endedAt, counts });
