import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';

type Target = Pick<Protocol.Target.TargetInfo, 'type' | 'url'>;

/** The browser's own pages, and targets that control the whole browser. */
const ownTypes = new Set(['browser_ui', 'background_page']);
const ownAddress = /^(chrome|chrome-untrusted|chrome-extension|devtools|file):/i;
/** Chromium's placeholder of a blocked extension page. */
const blocked = 'chrome-extension://invalid/';

/** Whether a target is one of the session's pages, frames and workers. */
export const isTargetVisible = ({ type, url }: Target): boolean =>
  !ownTypes.has(type) && (!ownAddress.test(url) || url === blocked);

interface TargetMessage {
  targetInfo?: Target;
  targetInfos?: Target[];
}

const targetEvents = new Set(['Target.targetCreated', 'Target.targetInfoChanged']);

const noTarget = { code: -32_602, message: 'No target with given id found' };

const withoutHiddenResults = (message: CdpMessage): CdpMessage => {
  const { targetInfo, targetInfos } = (message.result ?? {}) as TargetMessage;
  if (Array.isArray(targetInfos)) return { ...message, result: { targetInfos: targetInfos.filter(isTargetVisible) } };
  if (!targetInfo || isTargetVisible(targetInfo)) return message;
  const { result: _, ...rest } = message;
  return { ...rest, error: noTarget };
};

/** Removes targets that the client may not see. Undefined if nothing remains. */
export const withoutHiddenTargets = (message: CdpMessage): CdpMessage | undefined => {
  if (message.method === undefined) return withoutHiddenResults(message);
  const { targetInfo } = (message.params ?? {}) as TargetMessage;
  return targetEvents.has(message.method) && targetInfo && !isTargetVisible(targetInfo) ? undefined : message;
};
