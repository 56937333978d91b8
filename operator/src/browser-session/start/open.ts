import { optionsOf } from '@tintype/crds';
import type { SessionOpen } from '@tintype/ledger';
import type { Pass, Step } from '../pass/pass.js';
import { timeText } from '../pass/times.js';

/**
 * ③ No ledger, no session: what may cost is in the books first. One that is gone by now, is being deleted or has failed, is not
 * opened, however long this pass was held up: it is read after the claim, so whoever ends it later, or settles an object that
 * comes under its name, sees that its pod is claimed.
 */
export const open: Step = async (pass) => {
  if (!pass.isBinding) return undefined;
  if (!(await pass.isUnchanged())) return { reason: 'Changed' };
  const standing = await pass.dependencies.books.open(openOf(pass));
  if (standing.uid === pass.session.metadata.uid) return undefined;
  return pass.fail('ForeignOpen');
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
