import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type AgentError,
  actionOrderSchema,
  activateOrderSchema,
  limits,
  liveRights,
  loadOrderSchema,
  sessionOfToken,
  TintypeError,
  type TokenPurpose,
} from '@tintype/contracts';
import { type Logger, listen } from '@tintype/runtime';
import { messageOf } from './context/action-error.js';
import type { Session } from './session.js';
import type { Upgrade } from './sockets/open-socket.js';
import { UnreadAnswers } from './unread-answers.js';

export interface AgentOptions {
  host: string;
  port: number;
  podKey: string;
  session: Pick<Session, 'ready' | 'activate' | 'load' | 'confirm' | 'close' | 'state' | 'act' | 'connect' | 'show'>;
  log: Logger;
}

interface AgentResponse {
  status: number;
  body: object;
}

/** Eight times the clients' limit, which the api enforces. The api may write JSON longer: `1e20` becomes 21 digits. */
const maxBodyBytes = 8 * limits.actionBodyBytes;
const tooLarge = `The body has more than ${maxBodyBytes / 1024 ** 2} MiB. Send a smaller one.`;

const ok = (body: object): AgentResponse => ({ status: 200, body });

const errorResponse = (error: TintypeError): AgentResponse => {
  const { status, code, retryAfterSeconds, details } = error;
  const body: AgentError = {
    code,
    error: messageOf(error),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  };
  return { status, body };
};

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new TintypeError('request_too_large', tooLarge);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (cause) {
    throw new TintypeError('invalid_request', 'The body is not JSON.', { cause });
  }
};

const parse = <T>(schema: { safeParse: (body: unknown) => { data?: T; error?: unknown } }, body: unknown): T => {
  const { data, error } = schema.safeParse(body);
  if (error !== undefined || data === undefined) throw new TintypeError('invalid_request');
  return data;
};

interface AgentRequest {
  request: IncomingMessage;
  /** Aborted when the caller disconnects. */
  callerLeft: AbortSignal;
  /** Sends an interim answer: a step of a batch is over. */
  onStep: () => void;
  unread: UnreadAnswers;
}

interface Route {
  method: 'GET' | 'POST';
  purpose: TokenPurpose;
  run: (session: AgentOptions['session'], id: string, agentRequest: AgentRequest) => Promise<AgentResponse>;
}

/** Keyed by the path after the session's id. */
const routes: Record<string, Route> = {
  '/activate': {
    method: 'POST',
    purpose: 'activate',
    run: async (session, id, { request }) => {
      const answer = await session.activate(id, parse(activateOrderSchema, await readBody(request)));
      return 'refused' in answer ? { status: 409, body: answer } : ok(answer);
    },
  },
  '/load': {
    method: 'POST',
    purpose: 'load',
    run: async (session, id, { request }) =>
      ok(await session.load(id, parse(loadOrderSchema, await readBody(request)).state)),
  },
  '/confirm': {
    method: 'POST',
    purpose: 'confirm',
    run: async (session, id) => ok({ confirmed: session.confirm(id) }),
  },
  '/close': {
    method: 'POST',
    purpose: 'close',
    run: async (session, id) => ok(await session.close(id)),
  },
  '/actions': {
    method: 'POST',
    purpose: 'act',
    run: async (session, id, { request, callerLeft, onStep, unread }) => {
      const { deadlineMs, answerBytes, ...body } = parse(actionOrderSchema, await readBody(request));
      const caller = { deadlineMs, answerBytes, callerLeft, onStep, waitForSpace: () => unread.waitForSpace() };
      return ok(await session.act(id, body, caller));
    },
  },
  '': {
    method: 'GET',
    purpose: 'read',
    run: async (session, id) => {
      const state = session.state(id);
      if (!state) throw new TintypeError('session_not_active');
      return ok(state);
    },
  },
};

const pathForm = /^\/sessions\/(sess_[A-Za-z0-9-]{1,64})(\/[a-z]+)?$/;

/** The session and the call in the address, for the log. */
const callIn = ({ url = '' }: IncomingMessage) => {
  const [, session, call = ''] = pathForm.exec(url) ?? [];
  return { session, call: call.slice(1) };
};

/** `sessionOfToken` compares in constant time. */
const isAllowed = ({ headers }: IncomingMessage, podKey: string, session: string, purpose: TokenPurpose): boolean => {
  const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  return sessionOfToken(podKey, token, { purpose, now: Date.now() }) === session;
};

const handle = async (agentRequest: AgentRequest, { session, podKey }: AgentOptions): Promise<AgentResponse> => {
  const { request } = agentRequest;
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  if (path === '/healthz') return { status: session.ready ? 200 : 503, body: { ready: session.ready } };
  const [, id = '', rest = ''] = pathForm.exec(path) ?? [];
  const call = Object.hasOwn(routes, rest) ? routes[rest] : undefined;
  // Without a token, no request learns which routes exist.
  if (!id || !call || call.method !== request.method || !isAllowed(request, podKey, id, call.purpose))
    throw new TintypeError('invalid_credentials');
  return call.run(session, id, agentRequest);
};

const abortedOnClose = (response: ServerResponse): AbortSignal => {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new Error('The caller disconnected.'));
  });
  return left.signal;
};

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

const respond = async (
  { request, response }: Exchange,
  options: AgentOptions,
  unread: UnreadAnswers,
): Promise<void> => {
  const onStep = () => {
    if (!response.destroyed) response.writeProcessing();
  };
  const asked = { request, callerLeft: abortedOnClose(response), onStep, unread };
  const { status, body } = await handle(asked, options).catch((error: unknown) => {
    if (error instanceof TintypeError) return errorResponse(error);
    options.log.error({ err: error, ...callIn(request) }, 'a call from the api or operator failed');
    return errorResponse(new TintypeError('internal'));
  });
  if (response.destroyed) return;
  const text = JSON.stringify(body);
  // Closes the connection instead of reading the rest of the body.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  unread.send(response, text);
};

/** Connects a DevTools client or viewer by the path. Throws `invalid_credentials` if the token does not allow it. */
const connect = async ({ session, podKey }: AgentOptions, { request, ...rest }: Upgrade): Promise<void> => {
  const [, id = '', call] = pathForm.exec(request.url ?? '') ?? [];
  const upgrade = { request, ...rest };
  if (call === '/cdp' && isAllowed(request, podKey, id, 'cdp')) return session.connect(id, upgrade);
  const right = call === '/live' ? liveRights.find((each) => isAllowed(request, podKey, id, each)) : undefined;
  if (right === undefined) throw new TintypeError('invalid_credentials');
  return session.show(id, right, upgrade);
};

const upgrade = async (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  options: AgentOptions,
): Promise<void> => {
  // An error after the client left needs no action.
  socket.on('error', () => undefined);
  try {
    await connect(options, { request, socket, head });
  } catch (error) {
    if (socket.destroyed) return;
    if (!(error instanceof TintypeError))
      options.log.error({ err: error, ...callIn(request) }, 'cannot connect a DevTools client or viewer');
    const { status, body } = errorResponse(error instanceof TintypeError ? error : new TintypeError('unavailable'));
    const text = JSON.stringify(body);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Content-Type: application/json', 'Connection: close'];
    socket.end(`${[...head, `Content-Length: ${Buffer.byteLength(text)}`].join('\r\n')}\r\n\r\n${text}`);
  }
};

/** Serves the HTTP protocol of the pod (contracts/src/session/agent.ts). No log line holds a token or a body. */
export const startAgent = async (options: AgentOptions): Promise<Server> => {
  const unread = new UnreadAnswers();
  const server = createServer((request, response) => {
    respond({ request, response }, options, unread).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head, options));
  await listen(server, options);
  return server;
};
