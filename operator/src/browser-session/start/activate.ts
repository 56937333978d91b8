import { agentAddress, type BrowserSessionStatus, type Pod } from '@tintype/crds';
import { type ActivateRefusal, ActivateRefused, NoProxy } from '../pass/dependencies.js';
import type { Pass, Step } from '../pass/pass.js';
import { expiresAtOf, timeText } from '../pass/times.js';
import { giveUpPod } from './bind.js';

/**
 * Reads the account's proxy for a session that needs it. A failed read is not the pod's fault, so the next pass
 * continues with the same pod.
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

/** ④ Tells the agent to open its browser for the session. ⑤ Writes `Active` into the status. */
export const activate: Step = async (pass) => {
  const { pod } = pass;
  if (!pass.isBinding || !pod) return undefined;
  const { startedAt, refusal } = await openOnPod(pass, pod);
  if (refusal === 'too-late') return pass.fail('StartTimeout');
  if (refusal === 'order') return pass.fail('OrderRefused');
  if (!startedAt) return giveUpPod(pass, pod, 'ActivateFailed');
  // The answer came too late: the next pass fails the session.
  if (pass.now > pass.startBy) return { reason: 'StartTimeout', afterMs: 0 };
  const expiresAt = timeText(expiresAtOf(Date.parse(startedAt), pass.maxTtlSeconds));
  await pass.writeStatus({ phase: 'Active', startedAt, expiresAt, ...statusPod(pass, pod) }, 'Active');
  pass.event('Normal', 'Active');
  return undefined;
};

/** The opening time (RFC 3339), or the refusal. Neither if the call failed: the pod may have opened the browser. */
const openOnPod = async (
  { dependencies, id, session, startBy, isUnattended, upstreamProxy }: Pass,
  pod: Pod,
): Promise<{ startedAt?: string; refusal?: ActivateRefusal }> => {
  const { account, maxTtlSeconds, proxy, bypassBotDetection, cdp } = session.spec;
  const options = { maxTtlSeconds, proxy, upstreamProxy, bypassBotDetection, cdp };
  const order = { session: id, account, ...options, startBy: timeText(startBy), confirmed: isUnattended };
  try {
    return await dependencies.agent.activate(pod, order);
  } catch (error) {
    return error instanceof ActivateRefused ? { refusal: error.refusal } : {};
  }
};

/** Apis call this address without reading the pod. A new pod had no address when it was bound. */
const statusPod = ({ status }: Pass, pod: Pod): Pick<BrowserSessionStatus, 'pod'> => {
  const address = agentAddress(pod);
  const { nodeName: node } = pod.spec;
  return status.pod ? { pod: { ...status.pod, ...(node && { node }), ...(address && { address }) } } : {};
};
