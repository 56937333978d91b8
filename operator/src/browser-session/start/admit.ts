import { type BrowserSession, billingFinalizer, type CloseReason, isFinal, isStarting } from '@tintype/crds';
import { firstReason } from '../../controller/first-reason.js';
import { hasFinalizer, withFinalizer } from '../../controller/object-metadata.js';
import type { Pass, Step } from '../pass/pass.js';
import { latestStartBy, startByOf, timeText } from '../pass/times.js';

/** Adds the finalizer before the session can cost anything. The api sets it; a session created by hand lacks it. */
export const addFinalizer: Step = async (pass) => {
  if (pass.isDeleted || isFinal(pass.phase) || hasFinalizer(pass.session, billingFinalizer)) return undefined;
  await pass.write((session) => withFinalizer(session, billingFinalizer));
  return undefined;
};

/** A session that is not Active by startBy never becomes Active. */
export const failLate: Step = async (pass) => {
  if (!isStarting(pass.session) || pass.now <= pass.startBy) return undefined;
  return pass.fail('StartTimeout', pass.reportedWait ?? pastStartByDetail(pass));
};

const pastStartByDetail = ({ startBy, session: { spec, metadata } }: Pass): string | undefined =>
  startBy < Date.parse(metadata.creationTimestamp)
    ? `its startBy, ${spec.startBy}, was before its creation, ${metadata.creationTimestamp}`
    : undefined;

/** Checks the account, and takes the slot. */
export const admit: Step = async (pass) => {
  if (!needsAdmission(pass)) return undefined;
  const reason = await refusal(pass);
  if (!reason) return undefined;
  const detail = remedy(pass, reason);
  if (pass.phase !== 'Pending') return pass.fail(reason, detail);
  await pass.writeStatus({ phase: 'Rejected', credits: 0, closeReason: reason }, reason, detail);
  pass.event('Warning', reason, detail);
  return undefined;
};

/** An operator writes `Binding` with a pod. Without one, a person wrote it. */
const needsAdmission = ({ phase, isDeleted, status }: Pass): boolean =>
  !isDeleted && (phase === 'Pending' || (phase === 'Binding' && !status.pod));

/** What the client should write instead. */
const remedy = ({ session: { metadata, spec } }: Pass, reason: CloseReason): string | undefined =>
  reason === 'StartByTooLate'
    ? `startBy is ${spec.startBy}; write ${timeText(latestStartBy(metadata))} or earlier, or omit it`
    : undefined;

/** Takes the slot. Returns the reason if the session may not begin. */
const refusal = async ({ dependencies, session, id, startBy }: Pass) => {
  const account = await dependencies.accounts.find(session.spec.account);
  const reason = whyRejected({ session, account });
  if (reason || !account) return reason;
  const { namespace, name, uid } = session.metadata;
  const request = { account: session.spec.account, session: id, namespace, name, uid, startBy: timeText(startBy) };
  const hasSlot = await dependencies.slots.take({ ...request, limit: account.concurrentSessions });
  return hasSlot ? undefined : 'NoFreeSlot';
};

interface Applicant {
  session: BrowserSession;
  account: { disabled: boolean } | undefined;
}

/** Why a session may not take a slot; undefined if it may. */
export const whyRejected = firstReason<Applicant, CloseReason>([
  ({ session }) => (startByOf(session) > latestStartBy(session.metadata) ? 'StartByTooLate' : undefined),
  ({ account }) => (account ? undefined : 'UnknownAccount'),
  ({ account }) => (account?.disabled ? 'DisabledAccount' : undefined),
]);
