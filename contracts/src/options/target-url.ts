import { z } from 'zod';
import { errorTable } from '../errors.js';
import { limits } from '../limits.js';
import { refusePort } from './refused-ports.js';

/** Not a bare host with a port, which only looks like a scheme (`localhost:3000/x`). */
const hasScheme = (text: string) => /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(text) || noHost.test(text);

/** Schemes that no host is called by, so what follows is no port either (`javascript:1`, `tel:115`). */
const noHost = /^(about|blob|data|file|filesystem|javascript|mailto|sms|tel|view-source):/i;

/** A name of DNS, with the underscores that some have, or an address; the URL parser lets more through. */
const isHost = (hostname: string) =>
  /^\[[0-9a-f:.]+\]$/.test(hostname) ||
  (hostname.length <= 253 && /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?\.?$/.test(hostname));

const parse = (text: string) => URL.parse(hasScheme(text) ? text : `https://${text}`);

const isWeb = (url: URL | null): url is URL => url !== null && ['http:', 'https:'].includes(url.protocol);

/**
 * The page to render: an absolute http or https URL. One without a scheme is taken as https.
 * Answers the normalised URL; embedded credentials are refused, because they would show in logs and file names.
 */
export const readTargetUrl = (text: string): string | undefined => {
  const trimmed = text.trim();
  // A path alone would make its first part the host.
  if (trimmed.length > limits.urlLength || /^\/(?!\/)/.test(trimmed)) return undefined;
  const url = parse(trimmed);
  if (!isWeb(url)) return undefined;
  if (url.username || url.password || !isHost(url.hostname)) return undefined;
  return url.href;
};

/** What to do about a URL that `readTargetUrl` does not take. */
const faultOf = (text: string): string => {
  const url = parse(text.trim());
  if (isWeb(url) && (url.username || url.password))
    return 'The option `url` takes no user name or password. Use `httpAuth`.';
  const general = errorTable.invalid_url.message;
  const [, start = '', port = '', end = ''] = /^((?:\w+:\/\/)?[^/?#]+):(\d+)(.*)$/s.exec(text.trim()) ?? [];
  return Number(port) > 65_535 && isWeb(parse(start + end)) ? `${general} Ports go from 1 to 65535.` : general;
};

export const targetUrl = () =>
  z
    .string()
    .transform((text, context) => {
      const url = readTargetUrl(text);
      if (url !== undefined) return url;
      context.addIssue({ code: 'custom', message: faultOf(text) });
      return z.NEVER;
    })
    .superRefine(refusePort)
    .meta({ override: { type: 'string', format: 'uri', maxLength: limits.urlLength } });
