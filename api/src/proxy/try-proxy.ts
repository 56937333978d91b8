import {
  CallFailed,
  createGuardedFetch,
  EgressRefused,
  type EgressRoute,
  type Logger,
  LoginRefused,
  ProxyConnectFailed,
  TlsFailed,
  Unreachable,
  WrongProxyProtocol,
} from '@tintype/runtime';

export interface ProxyStep {
  /** `proxy`: the proxy opens a tunnel to the page's host. `page`: the page answers through the tunnel. */
  step: 'proxy' | 'page';
  works: boolean;
  milliseconds: number;
  /** What failed, and what to do. */
  error?: string;
}

export interface ProxyTrial {
  /** Whether the page answered through the proxy, with any status. */
  works: boolean;
  /** The page that the test asked for. */
  url: string;
  /** Both steps; only the step `proxy` if it failed. */
  steps: ProxyStep[];
  /** The HTTP status of the page, if it answered. */
  status?: number;
}

export interface ProxyTrialOptions {
  /** The way out through the proxy. */
  route: EgressRoute;
  url: string;
  log: Pick<Logger, 'warn'>;
}

/** The test ends before the client's own time limit, which often is 20 or 30 s. */
const testMs = 18_000;
/** Space for bytes that arrive with the head of the answer. The test does not read the page itself. */
const headBytes = 64 * 1024;

const blockedProxy =
  'The proxy has a private or blocked address. Use a public one, or ask the administrator of this service to allow it (TINTYPE_EGRESS_ALLOW).';

/** For each kind of error, a sentence that says what to do. */
const advice: readonly (readonly [new (...args: never[]) => Error, (error: Error) => string])[] = [
  [
    LoginRefused,
    () => 'The proxy refuses the login (407, or its like in SOCKS). Correct user name and password in `url`.',
  ],
  [
    ProxyConnectFailed,
    ({ message }) => `${message} Allow the host of the page in the proxy, or test with another \`url\`.`,
  ],
  [
    TlsFailed,
    () => 'The proxy has no trusted certificate, or does not speak TLS. Correct its certificate, or `https` in `url`.',
  ],
  [WrongProxyProtocol, ({ message }) => `${message} Correct port and protocol (http, https or socks5) of \`url\`.`],
];

const noAnswer = 'The proxy does not answer. Check host and port of `url`, and that the proxy runs.';

/** What to do about a proxy that opened no tunnel. */
const sentenceOf = (cause: unknown): string => {
  if (cause instanceof EgressRefused)
    return cause.reason === 'dns' ? 'The host name of the proxy does not resolve. Correct `url`.' : blockedProxy;
  const [, sentence] = advice.find(([kind]) => cause instanceof kind) ?? [];
  return sentence ? sentence(cause as Error) : noAnswer;
};

/** A refused address is the proxy's if it is the cause of an Unreachable. Otherwise it is the page's. */
const proxyFailure = ({ cause }: CallFailed): string => {
  if (cause instanceof EgressRefused) return `The page of the test has a private or blocked address. ${cause.message}`;
  return sentenceOf(cause instanceof Unreachable ? cause.cause : cause);
};

/**
 * Asks for a page through the proxy. Opens the connection as for a session's browser. Takes at most 18 s. Returns a
 * failure of proxy or page as a failed step.
 */
export const tryProxy = async ({ route, url, log }: ProxyTrialOptions): Promise<ProxyTrial> => {
  const begunAt = performance.now();
  let tunnelOpenedAt: number | undefined;
  const fetch = createGuardedFetch({
    check: (destination, signal) => route.check(destination, signal),
    connect: async (...call) => {
      const socket = await route.connect(...call);
      tunnelOpenedAt = performance.now();
      return socket;
    },
  });
  const milliseconds = (from: number, to = performance.now()) => Math.round(to - from);
  try {
    const { status } = await fetch(url, { timeoutMs: testMs, maxBytes: headBytes, headOnly: true });
    const reachedAt = tunnelOpenedAt ?? begunAt;
    const proxy: ProxyStep = { step: 'proxy', works: true, milliseconds: milliseconds(begunAt, reachedAt) };
    const page: ProxyStep = { step: 'page', works: true, milliseconds: milliseconds(reachedAt) };
    return { works: true, url, steps: [proxy, page], status };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    log.warn({ err: error, step: tunnelOpenedAt === undefined ? 'proxy' : 'page' }, 'a test of a proxy failed');
    if (tunnelOpenedAt === undefined)
      return {
        works: false,
        url,
        steps: [{ step: 'proxy', works: false, milliseconds: milliseconds(begunAt), error: proxyFailure(error) }],
      };
    const proxy: ProxyStep = { step: 'proxy', works: true, milliseconds: milliseconds(begunAt, tunnelOpenedAt) };
    const sentence = `The proxy works, but the page cannot be read through it. ${error.message}`;
    return {
      works: false,
      url,
      steps: [proxy, { step: 'page', works: false, milliseconds: milliseconds(tunnelOpenedAt), error: sentence }],
    };
  }
};
