import { documentUrl, type ErrorCode, isDocumentUrl, refusedPortSentence, TintypeError } from '@tintype/contracts';
import type { EgressFailure } from '@tintype/runtime';

/** Why the egress proxy did not reach a host; undefined if it did. */
export type ExplainHost = (hostname: string, port: number) => EgressFailure | undefined;

const egressCodes = {
  blocked: 'target_blocked',
  dns: 'target_dns',
  unreachable: 'target_unreachable',
  upstream: 'target_unreachable',
  'upstream-login': 'target_unreachable',
} as const satisfies Record<EgressFailure, ErrorCode>;

const upstreamMessages: Partial<Record<EgressFailure, string>> = {
  upstream:
    "The account's proxy failed: it cannot be reached, has a forbidden address, or does not answer as a proxy. Test it with POST /v1/account/proxy/test.",
  'upstream-login': "The account's proxy failed: it refuses the login. Correct it with PUT /v1/account/proxy.",
};

/** Chromium's net errors (net/base/net_error_list.h); the first match wins. */
const chromiumCodes: readonly [RegExp, ErrorCode][] = [
  [/^net::ERR_(CERT|SSL)_/, 'target_tls'],
  [/^net::ERR_NAME_/, 'target_dns'],
  [/^net::ERR_(BLOCKED_BY|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|ACCESS_DENIED)/, 'target_blocked'],
  [/^net::ERR_(ABORTED|INVALID_RESPONSE|UNSUPPORTED|UNSAFE_PORT)/, 'not_renderable'],
  [/^net::ERR_TIMED_OUT/, 'timeout'],
  [/^net::/, 'target_unreachable'],
];

/** More precise than the message of the error code. */
const chromiumMessages: Record<string, (url: string) => string> = {
  'net::ERR_TOO_MANY_REDIRECTS': () => 'The address redirects more than 20 times. Use the one that it should lead to.',
  'net::ERR_UNSAFE_PORT': refusedPortSentence,
};

const hostOf = (url: string) => {
  const { hostname, port, protocol } = new URL(url);
  return { hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
};

const relativeLink =
  'The document led to a relative address, such as a link or a form, and has no server for it. Set `baseUrl`, or use absolute links.';

/** The error for a navigation that Chromium gave up at `url`. */
export const navigationError = (errorText: string, url: string, explain: ExplainHost): TintypeError => {
  if (isDocumentUrl(url) && url !== documentUrl)
    return new TintypeError('target_unreachable', relativeLink, { cause: new Error(errorText) });
  const { hostname, port } = hostOf(url);
  // Chromium reports the proxy's refusal only as a broken connection.
  const isBroken = /TUNNEL|EMPTY_RESPONSE|CONNECTION_(CLOSED|RESET)|PROXY/.test(errorText);
  const reason = isBroken ? explain(hostname, port) : undefined;
  const code = reason ? egressCodes[reason] : chromiumCodes.find(([pattern]) => pattern.test(errorText))?.[1];
  const message = (reason && upstreamMessages[reason]) ?? chromiumMessages[errorText]?.(url);
  return new TintypeError(code ?? 'render_failed', message, {
    cause: new Error(reason ? `${errorText}, egress: ${reason}` : errorText),
  });
};
