import type { BrowserSessionSpec } from '@tintype/crds';

/** What a session was opened with, as the pod, the books and clients have it. */
export const optionsOf = ({ maxTtlSeconds, proxy, bypassBotDetection, cdp }: BrowserSessionSpec) => ({
  maxTtlSeconds,
  proxy,
  bypassBotDetection,
  cdp,
});
