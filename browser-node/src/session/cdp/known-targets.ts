import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';

type Target = Pick<Protocol.Target.TargetInfo, 'type' | 'url'>;

/** The browser's own pages, and what speaks with the browser as a whole. */
const ownTypes = new Set(['browser_ui', 'background_page']);
const ownAddress = /^(chrome|chrome-untrusted|chrome-extension|devtools|file):/i;
/** What Chromium makes of an extension's page that it blocks: it shows that it does, and nothing else. */
const blocked = 'chrome-extension://invalid/';

/** Whether a client may know of a target: one of the session's pages, frames and workers. */
export const mayKnow = ({ type, url }: Target): boolean =>
  !ownTypes.has(type) && (!ownAddress.test(url) || url === blocked);

/** What is told of targets, in events and answers. */
interface TargetMessage {
  targetInfo?: Target;
  targetInfos?: Target[];
}

const targetEvents = new Set(['Target.targetCreated', 'Target.targetInfoChanged']);

const noTarget = { code: -32_602, message: 'No target with given id found' };

const withoutHiddenResults = (message: CdpMessage): CdpMessage => {
  const { targetInfo, targetInfos } = (message.result ?? {}) as TargetMessage;
  if (Array.isArray(targetInfos)) return { ...message, result: { targetInfos: targetInfos.filter(mayKnow) } };
  if (!targetInfo || mayKnow(targetInfo)) return message;
  const { result: _, ...rest } = message;
  return { ...rest, error: noTarget };
};

/** A message without what its client may not know; undefined when nothing is left of it. */
export const withoutHiddenTargets = (message: CdpMessage): CdpMessage | undefined => {
  if (message.method === undefined) return withoutHiddenResults(message);
  const { targetInfo } = (message.params ?? {}) as TargetMessage;
  return targetEvents.has(message.method) && targetInfo && !mayKnow(targetInfo) ? undefined : message;
};
