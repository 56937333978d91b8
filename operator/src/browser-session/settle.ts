import { noActions } from '@tintype/contracts';
import { type BrowserSessionStatus, optionsOf } from '@tintype/crds';
import type { SessionCharge } from '@tintype/ledger';
import type { Pass, Step } from './pass.js';
import { settlement } from './settlement.js';
import { timeText } from './times.js';

/** Freezes what the charge is made of, before it is written. */
export const freeze: Step = async (pass) => {
  if (!pass.ending || pass.isFrozen || pass.phase === 'Failed') return undefined;
  const { closeReason, ...inputs } = settlement(pass.session, pass.ending, pass.id);
  const isUnbooked = inputs.credits > 0 && !(await isInBooks(pass));
  const frozen = { closeReason, ...inputs, ...(isUnbooked && { credits: 0 }) };
  // It may have been written off by hand, and goes back from nowhere.
  if (pass.phase === 'Closed') await pass.writeStatus({ phase: 'Closed', ...frozen }, closeReason);
  else await pass.writeStatus({ phase: 'Settling', ...frozen }, closeReason);
  // Whoever has deleted it knows why it ended.
  if (closeReason !== 'Deleted') pass.event(closeReason === 'Expired' ? 'Normal' : 'Warning', closeReason);
  return undefined;
};

/** Writes the charge of an open, whatever it comes to. One that is there already is the truth. */
export const charge: Step = async (pass) => {
  if (!isToCharge(pass)) return undefined;
  const isOurs = await isInBooks(pass);
  const standing = isOurs ? await pass.outside.books.charge(chargeOf(pass)) : undefined;
  const differs = standing !== undefined && !agrees(standing, pass);
  if (differs) pass.event('Warning', 'ChargeDiffers');
  const truth = differs ? whatStands(standing) : {};
  if (pass.phase !== 'Failed' && !pass.isDeleted) await (isOurs ? closed(pass, truth) : closedForNothing(pass));
  else if (differs) await pass.writeStatus(truth, 'ChargeDiffers');
  return undefined;
};

const isToCharge = ({ phase, isBooked }: Pass): boolean =>
  phase === 'Settling' || phase === 'Failed' || (phase === 'Closed' && !isBooked);

const closed = (pass: Pass, truth: Omit<BrowserSessionStatus, 'phase'>) =>
  pass.writeStatus({ phase: 'Closed', ...truth }, 'Charged');

/** It was active, so its open was there, in a ledger that is no more. */
const closedForNothing = async (pass: Pass): Promise<void> => {
  await pass.writeStatus({ phase: 'Closed', credits: 0 }, 'NotCharged');
  pass.event('Warning', 'NotCharged');
};

/** Nobody is charged for what was not opened, nor for what an earlier object of the name was opened for. */
const isInBooks = async (pass: Pass): Promise<boolean> => (await pass.findOpen())?.uid === pass.session.metadata.uid;

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
    options: optionsOf({ spec }),
    counts: status?.counts ?? noActions,
    at: timeText(now),
  };
};

const agrees = (standing: SessionCharge, { status }: Pass) =>
  standing.credits === (status.credits ?? 0) && standing.endedAt === status.endedAt;

/** Not its reason, which may be none that an object can have. */
const whatStands = ({ credits, endedAt, counts }: SessionCharge) => ({ credits, endedAt, counts });
