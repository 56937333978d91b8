import { optionsOf } from '@tintype/crds';
import type { SessionOpen } from '@tintype/ledger';
import type { Pass, Step } from '../pass/pass.js';
import { timeText } from '../pass/times.js';

/**
 * ③ Writes the open before the session may cost. Reads the session again, because this process may have paused since
 * the claim. A session that has changed since gets no open in this pass. If it is gone, the sweeper finds its pod.
 */
export const open: Step = async (pass) => {
  if (!pass.isBinding) return undefined;
  if (!(await pass.isUnchanged())) return { reason: 'Changed' };
  const existing = await pass.dependencies.ledger.open(openOf(pass));
  if (existing.uid === pass.session.metadata.uid) return undefined;
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
