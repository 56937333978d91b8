import type { ErrorCode } from './errors.js';

/** What a client does about an error of the class. The command line has an exit code for each. */
export const errorClasses = {
  request: 'Change the request: an option, a property or the path is wrong.',
  credentials: 'Check key and secret, and sign exactly what is sent.',
  account: 'Change the account: its credits, storage or rights.',
  page: 'Look at the page: it cannot be reached or captured like this.',
  session: 'Open another session.',
  limit: 'Wait as long as `Retry-After` says, then try again.',
  service: 'Try again later. If it stays, report the request id.',
} as const;

export type ErrorClass = keyof typeof errorClasses;

export const errorClassOf: Readonly<Record<ErrorCode, ErrorClass>> = {
  missing_url: 'request',
  invalid_url: 'request',
  invalid_option: 'request',
  invalid_request: 'request',
  not_found: 'request',
  method_not_allowed: 'request',
  foreign_host: 'request',
  request_too_large: 'request',
  range_not_satisfiable: 'request',
  unknown_api_key: 'credentials',
  invalid_hash: 'credentials',
  expired_url: 'credentials',
  invalid_credentials: 'credentials',
  invalid_signature: 'credentials',
  credits_exhausted: 'account',
  account_disabled: 'account',
  storage_not_configured: 'account',
  storage_failed: 'account',
  target_blocked: 'page',
  selector_not_found: 'page',
  page_failed: 'page',
  result_too_large: 'page',
  not_renderable: 'page',
  target_unreachable: 'page',
  target_dns: 'page',
  target_tls: 'page',
  timeout: 'page',
  session_not_found: 'session',
  session_not_active: 'session',
  rate_limited: 'limit',
  session_limit: 'limit',
  bandwidth_exceeded: 'limit',
  render_failed: 'service',
  internal: 'service',
  overloaded: 'service',
  unavailable: 'service',
};
