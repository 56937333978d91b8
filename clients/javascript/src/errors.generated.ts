// Made by `make generate` (scripts/clients/javascript.mjs); not to be edited.

export type ErrorClass = 'request' | 'credentials' | 'account' | 'page' | 'session' | 'limit' | 'service';

interface ErrorRow {
  status: number;
  class: ErrorClass;
  /** What to do. */
  advice: string;
}

/** Every error code of the service. */
export const errorTable = {
  missing_url: { status: 400, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  invalid_url: { status: 400, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  invalid_option: { status: 400, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  invalid_request: { status: 400, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  unknown_api_key: { status: 401, class: 'credentials', advice: "Check key and secret, and sign exactly what is sent." },
  invalid_hash: { status: 401, class: 'credentials', advice: "Check key and secret, and sign exactly what is sent." },
  expired_url: { status: 401, class: 'credentials', advice: "Check key and secret, and sign exactly what is sent." },
  invalid_credentials: { status: 401, class: 'credentials', advice: "Check key and secret, and sign exactly what is sent." },
  invalid_signature: { status: 401, class: 'credentials', advice: "Check key and secret, and sign exactly what is sent." },
  credits_exhausted: { status: 402, class: 'account', advice: "Change the account: its credits, storage, profiles or rights." },
  account_disabled: { status: 403, class: 'account', advice: "Change the account: its credits, storage, profiles or rights." },
  target_blocked: { status: 403, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  foreign_host: { status: 403, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  not_found: { status: 404, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  session_not_found: { status: 404, class: 'session', advice: "Open another session." },
  method_not_allowed: { status: 405, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  session_not_active: { status: 409, class: 'session', advice: "Open another session." },
  storage_not_configured: { status: 409, class: 'account', advice: "Change the account: its credits, storage, profiles or rights." },
  profile_conflict: { status: 409, class: 'account', advice: "Change the account: its credits, storage, profiles or rights." },
  profile_unusable: { status: 409, class: 'account', advice: "Change the account: its credits, storage, profiles or rights." },
  request_too_large: { status: 413, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  range_not_satisfiable: { status: 416, class: 'request', advice: "Change the request: an option, a property or the path is wrong." },
  selector_not_found: { status: 422, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  page_failed: { status: 422, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  result_too_large: { status: 422, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  not_renderable: { status: 422, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  rate_limited: { status: 429, class: 'limit', advice: "Wait as long as `Retry-After` says, then try again." },
  session_limit: { status: 429, class: 'limit', advice: "Wait as long as `Retry-After` says, then try again." },
  bandwidth_exceeded: { status: 429, class: 'limit', advice: "Wait as long as `Retry-After` says, then try again." },
  render_failed: { status: 500, class: 'service', advice: "Try again later. If it stays, report the request id." },
  internal: { status: 500, class: 'service', advice: "Try again later. If it stays, report the request id." },
  target_unreachable: { status: 502, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  target_dns: { status: 502, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  target_tls: { status: 502, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
  storage_failed: { status: 502, class: 'account', advice: "Change the account: its credits, storage, profiles or rights." },
  overloaded: { status: 503, class: 'service', advice: "Try again later. If it stays, report the request id." },
  unavailable: { status: 503, class: 'service', advice: "Try again later. If it stays, report the request id." },
  timeout: { status: 504, class: 'page', advice: "Look at the page: it cannot be reached or captured like this." },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;
