import type { SessionOptions } from '@tintype/contracts';
import type { BrowserSession } from './browser-session.js';

/** What a session was opened with, as its pod, the books and clients have it. */
export const optionsOf = ({ spec }: Pick<BrowserSession, 'spec'>): SessionOptions => {
  const { maxTtlSeconds, proxy, bypassBotDetection, cdp } = spec;
  return { maxTtlSeconds, proxy, bypassBotDetection, cdp };
};
