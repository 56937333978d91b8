import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorCode, isJsonObject, type TintypeError, tooMuchMemory } from '@tintype/contracts';
import { shortened } from '../answers/shorten.js';
import { textContent } from '../tool.js';

const reportToUser = 'Repeating the call does not help. Report this to your user.';
const correctArguments = 'Correct the arguments, then repeat the call.';
const otherPage = 'Check the address, or use another page.';
const openSession = 'Open a session with `browser_session_create` and use its `sessionId`.';
const repeatOnce = 'Repeat the call once. If it fails again, report it to your user with the request id.';

/** What a model should do next. Undefined: the message or `retryAfterSeconds` says it, or no tool gets this error. */
const nextSteps: Readonly<Record<ErrorCode, string | undefined>> = {
  missing_url: 'Repeat the call with `url`, such as https://example.com/.',
  invalid_url: 'Give an absolute address, such as https://example.com/.',
  invalid_option: correctArguments,
  invalid_request: correctArguments,
  unknown_api_key: undefined,
  invalid_hash: undefined,
  expired_url: undefined,
  invalid_credentials: undefined,
  invalid_signature: undefined,
  credits_exhausted: reportToUser,
  account_disabled: reportToUser,
  target_blocked: 'Repeating the call does not help. Use another address.',
  foreign_host: undefined,
  not_found: undefined,
  session_not_found: openSession,
  method_not_allowed: undefined,
  session_not_active: openSession,
  storage_not_configured: reportToUser,
  profile_conflict: 'Repeat the call to replace it.',
  profile_unusable: 'Open the session without `profile`, log in, and save the profile again with `save_profile`.',
  request_too_large: correctArguments,
  range_not_satisfiable: undefined,
  selector_not_found: 'Read the page with `service_content` and format html, or leave out the selector.',
  page_failed: 'The page has the fault that `failOn` names: leave out `failOn` to see the page.',
  result_too_large: 'Capture the window or one element instead of the whole page.',
  not_renderable: 'The address leads to a file, not a page. Use the address of a page.',
  rate_limited: undefined,
  session_limit:
    'Close a session of `activeSessions` that you do not need with `browser_session_close`, then repeat the call.',
  bandwidth_exceeded: 'Report this to your user.',
  render_failed: repeatOnce,
  internal: repeatOnce,
  target_unreachable: otherPage,
  target_dns: otherPage,
  target_tls: otherPage,
  // Occurs only if a preset sets `s3Redirect`. The render is paid, so the repeated call finds its result.
  storage_failed: 'Repeat the call once: it costs nothing. If it fails again, report it to your user.',
  overloaded: undefined,
  unavailable: undefined,
  timeout: 'Repeat the call once. If it fails again, wait for fewer things or use another page.',
};

const snapshotAdvice = '`browser_session_act` with type `snapshot` lists the elements of the page with refs.';

/** What to do next if an action failed. */
const nextInPage: Partial<Record<ErrorCode, string>> = {
  selector_not_found: `Look at the page first: ${snapshotAdvice}`,
  result_too_large:
    'Get less: one element, a smaller window (`vw` and `vh`), no `fullPage`, fewer fields, or a `limit`. Do not repeat what has an effect.',
  internal: `Look at the page before you repeat the action: ${snapshotAdvice}`,
  render_failed: `Look at the page before you repeat the action: ${snapshotAdvice} If the page is empty, \`goto\` its address again.`,
  timeout: 'Look at the page first: the action may have run. `browser_session_get` tells whether the session is open.',
};

/** What to do next if a call failed that opens, closes or describes a session. */
const nextOfSession: Partial<Record<ErrorCode, string>> = {
  timeout: 'Repeat the call once. `browser_session_get` tells whether a session is open.',
};

/** The most characters of an error's details: about 1,000 tokens. */
const maxDetailChars = 4000;

/** The counts of a session's actions help no model. */
const withoutCounts = (details: TintypeError['details']): TintypeError['details'] => {
  if (!isJsonObject(details.session)) return details;
  const { id, status, closeReason, closedAt, billedCredits } = details.session;
  return { ...details, session: { id, status, closeReason, closedAt, billedCredits } };
};

const detailsOf = ({ details }: TintypeError): string =>
  Object.keys(details).length > 0 ? JSON.stringify(shortened(withoutCounts(details), maxDetailChars)) : '';

/**
 * This sentence is removed from messages for models, which cannot call the route. The rest of the message has an
 * example or near matches.
 */
export const devicesRoute = ' GET /screenshot/devices lists the keys.';

/** The message for a model. Messages of the catalogue are for users of the HTTP API. */
const messageOf = ({ message }: TintypeError): string =>
  message.replaceAll('POST /v1/sessions', '`browser_session_create`').replace(devicesRoute, '');

const nextStepsOfTool = (tool: string): Partial<Record<ErrorCode, string>> | undefined => {
  if (tool === 'browser_session_act') return nextInPage;
  return tool.startsWith('browser_') ? nextOfSession : undefined;
};

/** The advice for messages that need other advice than their error code. */
const nextByMessage: Readonly<Record<string, string>> = {
  [tooMuchMemory]: 'Set `block` to "image,media", or `javascript` to false, or use another page.',
};

const nextOf = ({ code, message, retryAfterSeconds }: TintypeError, tool: string): string | undefined =>
  nextByMessage[message] ??
  nextStepsOfTool(tool)?.[code] ??
  nextSteps[code] ??
  (retryAfterSeconds === undefined ? undefined : `Wait ${retryAfterSeconds} s, then repeat the call.`);

/** What went wrong and what to do next, one line each. */
export const adviceOf = (error: TintypeError, tool: string): string[] => {
  const next = nextOf(error, tool);
  return [`Error ${error.code}: ${messageOf(error)}`, ...(next ? [`Next: ${next}`] : [])];
};

interface FailedCall {
  tool: string;
  requestId: string;
}

/** The result of a failed call. Because it is a result and no protocol error, connection and model go on. */
export const errorResult = (error: TintypeError, { tool, requestId }: FailedCall): CallToolResult => {
  const details = detailsOf(error);
  const lines = [...adviceOf(error, tool), ...(details ? [`Details: ${details}`] : []), `Request id: ${requestId}`];
  return { content: [textContent(lines.join('\n'))], isError: true };
};
