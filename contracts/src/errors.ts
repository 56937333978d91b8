/**
 * The HTTP status and usual message of each error. A new error needs a row here and a class in `error-classes.ts`.
 */
export const errorTable = {
  missing_url: { status: 400, message: 'The option `url` is missing. It takes the address of the page.' },
  invalid_url: { status: 400, message: 'The option `url` takes an absolute http or https URL.' },
  invalid_option: { status: 400, message: 'An option has an invalid value. `/docs` lists the options.' },
  invalid_request: { status: 400, message: 'The request is malformed. `/docs` describes each route.' },
  unknown_api_key: { status: 401, message: 'No account has this API key. Check the key in the path.' },
  invalid_hash: { status: 401, message: 'Invalid hash' },
  expired_url: { status: 401, message: 'This signed URL has expired. Sign a new one with a later `expires`.' },
  invalid_credentials: {
    status: 401,
    message:
      'The credentials are missing or wrong. Send `Authorization: Bearer <base64 of user_id:secret>`. Any secret of the account is valid.',
  },
  invalid_signature: {
    status: 401,
    message: 'The signature is missing or wrong. `/docs` describes how to sign the request.',
  },
  credits_exhausted: {
    status: 402,
    message: 'The account has no credits left. Ask the administrator of this service for more.',
  },
  account_disabled: { status: 403, message: 'This account is disabled. Ask the administrator of this service.' },
  target_blocked: {
    status: 403,
    message:
      "The page's address is private or blocked. Use a public address, or ask the administrator of this service to allow it.",
  },
  foreign_host: {
    status: 403,
    message: 'This service does not serve the host in `Host` or `Origin`. Use its own address.',
  },
  not_found: { status: 404, message: 'This path does not exist. `/docs` lists the paths.' },
  session_not_found: { status: 404, message: 'This session does not exist. Open another with POST /v1/sessions.' },
  method_not_allowed: { status: 405, message: 'This path takes other methods. The header `Allow` lists them.' },
  session_not_active: { status: 409, message: 'The session is no longer active. Open another with POST /v1/sessions.' },
  storage_not_configured: {
    status: 409,
    message: 'The account has no storage configured. Set one with PUT /v1/account/storage.',
  },
  profile_conflict: {
    status: 409,
    message:
      'Another session has saved this profile meanwhile, so this save was refused. Run `save_profile` again to replace it.',
  },
  profile_unusable: {
    status: 409,
    message: 'The browser cannot load this profile. Save it again from another session, or delete it.',
  },
  request_too_large: { status: 413, message: 'The request is too large. Send a smaller one.' },
  range_not_satisfiable: {
    status: 416,
    message: 'The range begins after the end of the file. Request a range inside it.',
  },
  selector_not_found: {
    status: 422,
    message: 'No visible element matches the selector. Check the selector, or wait for the element.',
  },
  page_failed: {
    status: 422,
    message: 'The page has a fault that `failOn` lists. Correct the page, or remove that fault from `failOn`.',
  },
  result_too_large: { status: 422, message: 'The result is too large. Capture a smaller part of the page.' },
  not_renderable: { status: 422, message: 'The address does not answer with a page. Use the address of a page.' },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Wait as long as `Retry-After` says.',
    retryAfterSeconds: 1,
  },
  session_limit: {
    status: 429,
    message: 'Too many sessions are starting, active or closing. Close one first.',
    retryAfterSeconds: 5,
  },
  bandwidth_exceeded: {
    status: 429,
    message: 'The daily bandwidth is used up. It starts again at midnight UTC.',
    retryAfterSeconds: 3600,
  },
  render_failed: { status: 500, message: 'The browser could not render the page. Try again.' },
  internal: { status: 500, message: 'The service failed. Try again, or report the request id.' },
  target_unreachable: { status: 502, message: 'The browser cannot reach the page. Check host and port of `url`.' },
  target_dns: { status: 502, message: 'The host name of the page does not resolve. Check `url`.' },
  target_tls: {
    status: 502,
    message: 'The browser cannot open a trusted TLS connection to the page. Check its certificate.',
  },
  storage_failed: {
    status: 502,
    message: "The account's storage did not take the file. Test it with POST /v1/account/storage/test.",
  },
  overloaded: { status: 503, message: 'All browsers are busy. Try again.', retryAfterSeconds: 2 },
  unavailable: { status: 503, message: 'The service is not available. Try again.', retryAfterSeconds: 2 },
  timeout: {
    status: 504,
    message: 'The page took too long. Try again, or capture it earlier with the option `timeout`.',
  },
} as const satisfies Record<string, { status: number; message: string; retryAfterSeconds?: number }>;

/** The message of `render_failed` if the system killed the page for its memory. Another attempt would use as much. */
export const tooMuchMemory =
  'The page uses too much memory. Repeating the request does not help. Load less of the page with `block` (such as `image,media`) or `javascript=false`, or use another page.';

/** Returns the message of `invalid_option` or `invalid_request` for a selector that the page cannot parse. */
export const notCss = (selector: string): string =>
  `The selector \`${selector}\` is not valid CSS. Use one that \`document.querySelector\` takes.`;

export type ErrorCode = keyof typeof errorTable;

const serviceFailures: readonly ErrorCode[] = ['internal', 'render_failed', 'unavailable', 'overloaded'];

/** Whether the service is at fault, not the request or the page. The api logs such errors. */
export const isServiceFailure = (code: ErrorCode): boolean => serviceFailures.includes(code);

export interface TintypeErrorOptions extends ErrorOptions {
  retryAfterSeconds?: number;
  details?: Readonly<Record<string, unknown>>;
}

/**
 * The only error whose code, message and details reach clients. Facts that clients must not see belong in `cause`, which
 * is only logged.
 */
export class TintypeError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Further properties of the error body. */
  readonly details: Readonly<Record<string, unknown>>;

  /** `message` and `options.retryAfterSeconds` replace those of `errorTable`. */
  constructor(code: ErrorCode, message?: string, options?: TintypeErrorOptions) {
    const defaults: { status: number; message: string; retryAfterSeconds?: number } = errorTable[code];
    super(message ?? defaults.message, options);
    this.name = 'TintypeError';
    this.code = code;
    this.status = defaults.status;
    this.retryAfterSeconds = options?.retryAfterSeconds ?? defaults.retryAfterSeconds;
    this.details = options?.details ?? {};
  }
}

const lateRecordingMessage =
  'The recording did not finish in time. Shorten `duration`, lower `fps`, or use a smaller viewport.';

/** Returns the error `timeout` for a render that reached its deadline. */
export const lateRender = (endpoint: string, cause?: unknown): TintypeError =>
  new TintypeError('timeout', endpoint === 'animated' ? lateRecordingMessage : undefined, { cause });
