import { agentAddress, type BrowserSessionStatus, optionsOf, type Pod } from '@tintype/crds';
import { type ActivateRefusal, ActivateRefused, NoProxy } from '../pass/dependencies.js';
import type { Pass, Step } from '../pass/pass.js';
import { expiresAtOf, timeText } from '../pass/times.js';
import { giveUpPod } from './bind.js';

/** ④ The browser is opened to the session, and ⑤ the status says so. */
export const activate: Step = async (pass) => {
  const { pod } = pass;
  if (!pass.isBinding || !pod) return undefined;
  const { startedAt, refusal } = await startOn(pass, pod);
  if (refusal === 'too-late') return pass.fail('StartTimeout');
  if (refusal === 'order') return pass.fail('OrderRefused');
  if (!startedAt) return giveUpPod(pass, pod, 'ActivateFailed');
  // Its answer came too late: the next pass fails the session.
  if (pass.now > pass.startBy) return { reason: 'StartTimeout', afterMs: 0 };
  const expiresAt = timeText(expiresAtOf(Date.parse(startedAt), pass.maxTtlSeconds));
  await pass.writeStatus({ phase: 'Active', startedAt, expiresAt, ...located(pass, pod) }, 'Active');
  pass.event('Normal', 'Active');
  return undefined;
};

/** When it was opened, or why it never will be there; neither when it may be open all the same. */
const startOn = async (
  { dependencies, id, session, startBy, isUnattended, upstreamProxy }: Pass,
  pod: Pod,
): Promise<{ startedAt?: string; refusal?: ActivateRefusal }> => {
  const { account } = session.spec;
  const options = { ...optionsOf(session), upstreamProxy };
  const order = { session: id, account, ...options, startBy: timeText(startBy), confirmed: isUnattended };
  try {
    return await dependencies.agent.activate(pod, order);
  } catch (error) {
    return error instanceof ActivateRefused ? { refusal: error.refusal } : {};
  }
};

/** Apis call the pod at its address, and need not read it first. Of a new pod, neither is known when it is bound. */
const located = ({ status }: Pass, pod: Pod): Pick<BrowserSessionStatus, 'pod'> => {
  const address = agentAddress(pod);
  const { nodeName: node } = pod.spec;
  return status.pod ? { pod: { ...status.pod, ...(node && { node }), ...(address && { address }) } } : {};
};

/**
 * The account's proxy, for a session that is to go through it, and begins on no way around it. It is read by itself: where it
 * can't be for now, no pod is to blame, and the next pass goes on with the same one.
 */
export const findProxy: Step = async (pass) => {
  const { account, proxy } = pass.session.spec;
  if (!pass.isBinding || !proxy) return undefined;
  const found = await proxyOf(pass, account);
  if (found instanceof NoProxy) return pass.fail('OrderRefused', found.message);
  pass.upstreamProxy = found;
  return undefined;
};

const proxyOf = async ({ dependencies }: Pass, account: string): Promise<string | NoProxy> => {
  try {
    return await dependencies.proxies.proxyOf(account);
  } catch (error) {
    if (error instanceof NoProxy) return error;
    throw error;
  }
};
