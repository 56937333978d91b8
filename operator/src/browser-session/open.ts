import { optionsOf } from '@tintype/crds';
import type { SessionOpen } from '@tintype/ledger';
import { markFailed } from './mark-failed.js';
import type { Pass, Step } from './pass.js';
import { timeText } from './times.js';

/**
 * ③ No ledger, no session: what may cost is in the books first. Of a session that is gone by now nothing is opened: an object
 * that comes later under its name, and has no open either, sees the claim, and leaves the slot alone.
 */
export const open: Step = async (pass) => {
  if (!pass.isBinding) return undefined;
  if (!(await pass.isThere())) return { reason: 'Changed' };
  const standing = await pass.outside.books.open(openOf(pass));
  if (standing.uid === pass.session.metadata.uid) return undefined;
  return markFailed(pass, 'ForeignOpen');
};

const openOf = ({ id, session, session: { metadata, spec }, startBy, isUnattended }: Pass): SessionOpen => ({
  session: id,
  account: spec.account,
  uid: metadata.uid,
  namespace: metadata.namespace,
  name: metadata.name,
  createdAt: metadata.creationTimestamp,
  options: optionsOf(session),
  startBy: timeText(startBy),
  unattended: isUnattended,
});
