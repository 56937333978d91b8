import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorCode, TintypeError } from '@tintype/contracts';
import { textContent } from './tool.js';

/** What a model should do next, where the message of the error speaks of HTTP or says nothing. */
const nextSteps: Partial<Record<ErrorCode, string>> = {
  session_not_found: 'Open a session with `browser_session_create` and use its `sessionId`.',
  session_not_active: 'The session is over. Open another with `browser_session_create`.',
  session_limit: 'Close a session with `browser_session_close`, then repeat the call.',
  credits_exhausted: 'Repeating the call does not help. Report this to your user.',
  account_disabled: 'Repeating the call does not help. Report this to your user.',
  target_blocked: 'Repeating the call does not help. Use another address.',
  bandwidth_exceeded: 'Report this to your user.',
  timeout: 'Repeat the call once. If it fails again, wait for fewer things or use another page.',
};

/** For the tools of sessions alone. */
const nextInSession: Partial<Record<ErrorCode, string>> = {
  selector_not_found:
    'Look at the page first: `browser_session_act` with type `snapshot` lists its elements with refs.',
  timeout: 'Look at the page first: the action may have run. `browser_session_get` tells whether the session is open.',
};

const maxDetailChars = 2000;

const detailsOf = ({ details }: TintypeError): string => {
  const text = Object.keys(details).length > 0 ? JSON.stringify(details) : '';
  return text.length > maxDetailChars ? '' : text;
};

const nextOf = ({ code, retryAfterSeconds }: TintypeError, tool: string): string | undefined =>
  (tool.startsWith('browser_') ? nextInSession[code] : undefined) ??
  nextSteps[code] ??
  (retryAfterSeconds === undefined ? undefined : `Wait ${retryAfterSeconds} s, then repeat the call.`);

interface FailedCall {
  tool: string;
  requestId: string;
}

/** A failed call is a result: the connection and the model go on. */
export const errorResult = (error: TintypeError, { tool, requestId }: FailedCall): CallToolResult => {
  const next = nextOf(error, tool);
  const details = detailsOf(error);
  const lines = [
    `Error ${error.code}: ${error.message}`,
    ...(next ? [`Next: ${next}`] : []),
    ...(details ? [`Details: ${details}`] : []),
    `Request id: ${requestId}`,
  ];
  return { content: [textContent(lines.join('\n'))], isError: true };
};
