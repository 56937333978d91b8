import type { Config } from './config.js';

export const noChromium =
  'There is no full Chromium on this machine, which sessions need: install Chromium or Google Chrome, or set ' +
  'TINTYPE_CHROMIUM to its path, and start again.';

const noPods = 'There are no sessions here: TINTYPE_SESSION_PODS is 0.';

/** Why nobody can have a session, and what to do about it: clients are told. Undefined where there are sessions. */
export const whyNoSessions = (
  { sessionPods }: Pick<Config, 'sessionPods'>,
  { sessionBrowser }: { sessionBrowser: string | undefined },
): string | undefined => {
  if (sessionPods === 0) return noPods;
  return sessionBrowser === undefined ? noChromium : undefined;
};
