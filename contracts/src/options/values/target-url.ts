import { z } from 'zod';
import { errorTable } from '../../errors.js';
import { limits } from '../../limits.js';

const portBlockingLink = 'https://fetch.spec.whatwg.org/#port-blocking';

/**
 * Chromium's list (net/base/port_util.cc), and 0, which Chromium also refuses. The Fetch standard also lists 4190 and
 * 6679.
 */
export const refusedPorts: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 5060],
  ...[5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080],
]);

const refusedPortOf = (url: string): number | undefined => {
  const { port } = new URL(url);
  return port !== '' && refusedPorts.has(Number(port)) ? Number(port) : undefined;
};

/** A check for zod of a URL that was read: adds an issue if browsers refuse the URL's port. */
export const refusePort = (url: string, context: z.RefinementCtx): void => {
  const port = refusedPortOf(url);
  if (port === undefined) return;
  const message = `Browsers refuse port ${port} (${portBlockingLink}). Serve the page on another port.`;
  context.addIssue({ code: 'custom', message });
};

/**
 * The message for an address to which a page or redirect leads. Names the port, unless `refusedPorts` lacks it: a newer
 * Chromium may refuse more ports.
 */
export const refusedPortSentence = (url: string): string => {
  const port = refusedPortOf(url);
  const subject = port === undefined ? 'a port that' : `port ${port}, which`;
  return `The address leads to ${subject} browsers refuse (${portBlockingLink}). Change its redirect to another port.`;
};

/** A host before a port, as in `localhost:3000/x`, looks like a scheme but is none. */
const hasScheme = (text: string) => /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(text) || schemeBeforeNumber.test(text);

/** Matches schemes that are no host names. So a number after them is no port (`javascript:1`, `tel:115`). */
const schemeBeforeNumber = /^(about|blob|data|file|filesystem|javascript|mailto|sms|tel|view-source):/i;

/** Whether the host is an IP address or a DNS name, which may have underscores. The URL parser accepts more. */
const isHost = (hostname: string) =>
  /^\[[0-9a-f:.]+\]$/.test(hostname) ||
  (hostname.length <= 253 && /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?\.?$/.test(hostname));

/** Whether a URL has no scheme. The service reads such a URL as https. */
export const lacksScheme = (text: string): boolean => !hasScheme(text.trim());

/** Follows the message of a failed TLS connection if the `url` had no scheme. */
export const httpsAssumedSentence =
  'The `url` has no scheme, so https was used. Write http:// before it if the site has no https.';

const parse = (text: string) => URL.parse(hasScheme(text) ? text : `https://${text}`);

const isWeb = (url: URL | null): url is URL => url !== null && ['http:', 'https:'].includes(url.protocol);

/**
 * Returns the normalized http or https URL. Text without a scheme becomes https. Undefined for other text, and for a URL
 * with credentials, which logs and file names would show.
 */
export const readTargetUrl = (text: string): string | undefined => {
  const trimmed = text.trim();
  // A path such as `/a/b` is refused: its first part would become the host.
  if (trimmed.length > limits.urlLength || /^\/(?!\/)/.test(trimmed)) return undefined;
  const url = parse(trimmed);
  if (!isWeb(url)) return undefined;
  if (url.username || url.password || !isHost(url.hostname)) return undefined;
  return url.href;
};

const adviceFor = (text: string): string => {
  const url = parse(text.trim());
  if (isWeb(url) && (url.username || url.password))
    return 'The option `url` takes no user name or password. Use `httpAuth`.';
  const usualMessage = errorTable.invalid_url.message;
  const [, start = '', port = '', end = ''] = /^((?:\w+:\/\/)?[^/?#]+):(\d+)(.*)$/s.exec(text.trim()) ?? [];
  return Number(port) > 65_535 && isWeb(parse(start + end)) ? `${usualMessage} Ports are 1 to 65535.` : usualMessage;
};

export const targetUrl = () =>
  z
    .string()
    .transform((text, context) => {
      const url = readTargetUrl(text);
      if (url !== undefined) return url;
      context.addIssue({ code: 'custom', message: adviceFor(text) });
      return z.NEVER;
    })
    .superRefine(refusePort)
    .meta({ override: { type: 'string', format: 'uri', maxLength: limits.urlLength } });
