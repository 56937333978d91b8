import type { z } from 'zod';

const link = 'https://fetch.spec.whatwg.org/#port-blocking';

/** Chromium's own list (net/base/port_util.cc) with 0, which it refuses too: 4190 and 6679 of the Fetch standard are not in it. */
export const refusedPorts: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 5060],
  ...[5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080],
]);

/** The port of a URL, where browsers refuse it. */
const refusedPortOf = (url: string): number | undefined => {
  const { port } = new URL(url);
  return port !== '' && refusedPorts.has(Number(port)) ? Number(port) : undefined;
};

/** Refuses such a port in a URL that has been read: a check of zod's. */
export const refusePort = (url: string, context: z.RefinementCtx): void => {
  const port = refusedPortOf(url);
  if (port === undefined) return;
  const message = `Browsers refuse port ${port} (${link}). Serve the page on another port.`;
  context.addIssue({ code: 'custom', message });
};

/** For an address that a page or a redirect leads to; a newer Chromium may refuse ports that are not listed here. */
export const refusedPortSentence = (url: string): string => {
  const port = refusedPortOf(url);
  const which = port === undefined ? 'a port that' : `port ${port}, which`;
  return `The address leads to ${which} browsers refuse (${link}). Change its redirect to another port.`;
};
