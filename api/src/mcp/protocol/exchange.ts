import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '@tintype/contracts';
import { type Logger, race } from '@tintype/runtime';
import type { ToolCalls } from '../calls/tool-calls.js';
import type { ProgressUnit } from '../tool.js';
import type { Cancellations } from './cancellations.js';
import { type CallContext, createToolServer } from './tool-server.js';

export interface ExchangeOptions {
  calls: ToolCalls;
  cancellations: Pick<Cancellations, 'cancel' | 'watch'>;
  version: string;
  log: Pick<Logger, 'debug'>;
}

export interface Exchange extends Omit<CallContext, 'progress'> {
  request: Request;
  /** The parsed body, without empty arguments (`withoutEmpty`). Undefined if the body is unreadable. */
  message: unknown;
  /** Whether the client accepts event streams. */
  readsEvents: boolean;
  /** Aborts when the client leaves, or the answer is sent. */
  left: AbortSignal;
}

type LegacyExchange = Omit<Exchange, 'readsEvents'> & CallContext;

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

const neverAborting = () => new AbortController().signal;

/**
 * The answer to `initialize` gives a client a label, which its later requests repeat. No replica keeps the label. It
 * only names the client whose call a message cancels.
 */
const clientHeader = 'mcp-session-id';

const asksForProgress = (message: unknown): boolean => {
  const params = isJsonObject(message) ? message.params : undefined;
  const meta = isJsonObject(params) ? params._meta : undefined;
  return isJsonObject(meta) && isId(meta.progressToken);
};

/** Whether the message is a call of a tool, with the parts that the library needs to run it. */
export const isToolCall = (message: unknown): boolean => {
  if (!isJsonObject(message) || message.method !== 'tools/call' || !isId(message.id)) return false;
  if (!isJsonObject(message.params) || typeof message.params.name !== 'string') return false;
  return isJsonObject(message.params.arguments ?? {});
};

const isEmptyValue = (args: unknown): boolean => args === null || (Array.isArray(args) && args.length === 0);

const hasNoToken = (meta: unknown): meta is JsonObject => isJsonObject(meta) && meta.progressToken === null;

/**
 * Removes empty arguments and a null progress token. Some clients send null for either. In some languages, an empty
 * list is also an empty object: clients send `[]` for no arguments.
 */
export const withoutEmpty = (message: unknown): unknown => {
  if (!isJsonObject(message) || !isJsonObject(message.params)) return message;
  const { arguments: args, _meta: meta } = message.params;
  const params: Record<string, unknown> = { ...message.params };
  if (isEmptyValue(args)) delete params.arguments;
  if (hasNoToken(meta)) {
    const { progressToken: _, ...rest } = meta;
    params._meta = rest;
  }
  return { ...message, params };
};

/** What is wrong with a tool call, if anything. The library's own message would show the inside of its parser. */
const faultOfCall = (message: unknown): string | undefined => {
  if (!isJsonObject(message) || message.method !== 'tools/call' || !isId(message.id)) return undefined;
  const { name, arguments: args = {} } = isJsonObject(message.params) ? message.params : {};
  if (typeof name !== 'string') return 'The parameter `name` of tools/call takes the name of a tool.';
  return isJsonObject(args) ? undefined : 'The parameter `arguments` of tools/call takes an object.';
};

/** The missing or wrong parameter of an `initialize`, if any. The library would report a failure of the server. */
const missingParameterIn = (message: unknown): string | undefined => {
  if (!isJsonObject(message) || message.method !== 'initialize' || !isId(message.id)) return undefined;
  const { protocolVersion, capabilities, clientInfo } = isJsonObject(message.params) ? message.params : {};
  if (typeof protocolVersion !== 'string') return 'protocolVersion';
  if (!isJsonObject(capabilities)) return 'capabilities';
  const isNamed = isJsonObject(clientInfo) && typeof clientInfo.name === 'string';
  return isNamed && typeof clientInfo.version === 'string' ? undefined : 'clientInfo';
};

export const isCancellation = (message: unknown): boolean =>
  isJsonObject(message) && message.method === 'notifications/cancelled';

const refuse = (code: ProtocolErrorCode, message: string, id: unknown = null, status = 400): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status });

/** An unreadable body must not reach the library. It would replace bad bytes and run the result, even a list. */
const refuseUnreadable = () => refuse(ProtocolErrorCode.ParseError, 'The body is not JSON in UTF-8.');

/** Only revision 2025-03-26 had lists. A list could start any number of calls, and no message could cancel them. */
const refuseList = () =>
  refuse(ProtocolErrorCode.InvalidRequest, 'A request takes one message: send the messages of a list one by one.');

const idOf = (message: unknown): unknown => (isJsonObject(message) ? message.id : null);

const refuseInitialize = (missing: string, message: unknown) =>
  refuse(
    ProtocolErrorCode.InvalidParams,
    `The parameter \`${missing}\` of initialize is missing or wrong.`,
    idOf(message),
  );

/**
 * Speaks both generations of the protocol: revisions with `initialize`, and revisions without it, since 2026-07-28. The
 * answer is JSON, or events if a long call asks for progress.
 */
export class Exchanges {
  readonly #options: ExchangeOptions;
  readonly #modernHandler: McpHttpHandler;
  readonly #contexts = new WeakMap<Request, CallContext>();

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { log, calls, version } = options;
    this.#modernHandler = createMcpHandler(
      ({ requestInfo }) => {
        const context = requestInfo && this.#contexts.get(requestInfo);
        if (!context) throw new Error('The request has no account.');
        return createToolServer(calls, version, context);
      },
      // The list of tools never changes, so there is nothing to subscribe to.
      { legacy: 'reject', maxSubscriptions: 0, onerror: (err) => log.debug({ err }, 'refused a tool message') },
    );
  }

  /** Answers a request. Throws the reason of `left` if the client leaves. */
  async answer({ request, message, left, readsEvents, ...rest }: Exchange): Promise<Response> {
    left.throwIfAborted();
    if (message === undefined) return refuseUnreadable();
    if (Array.isArray(message)) return refuseList();
    const fault = faultOfCall(message);
    // Answer 200: for another status, official clients do not show the error.
    if (fault !== undefined) return refuse(ProtocolErrorCode.InvalidParams, fault, idOf(message), 200);
    const progress = readsEvents && asksForProgress(message) ? this.#progressOf(message) : undefined;
    const context = { ...rest, progress };
    if (await isLegacyRequest(request, message)) {
      const missing = missingParameterIn(message);
      if (missing !== undefined) return refuseInitialize(missing, message);
      return this.#answerLegacy({ request, message, left, ...context });
    }
    this.#contexts.set(request, context);
    return race(this.#modernHandler.fetch(request, { parsedBody: message }), left);
  }

  stop(): Promise<void> {
    return this.#modernHandler.close();
  }

  #progressOf(message: unknown): ProgressUnit | undefined {
    const params = isJsonObject(message) ? message.params : undefined;
    const { name, arguments: args } = isJsonObject(params) ? params : {};
    return this.#options.calls.progressOf(String(name), isJsonObject(args) ? args : {});
  }

  async #answerLegacy({ request, message, left, ...context }: LegacyExchange): Promise<Response> {
    const { calls, version } = this.#options;
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: context.progress === undefined,
    });
    const server = createToolServer(calls, version, context);
    server.onerror = (err) => this.#options.log.debug({ err }, 'refused a tool message');
    const cancelled = this.#publishOrWatch(request, message, { account: context.account.id, left });
    const over = AbortSignal.any([left, cancelled]);
    // Closing the server aborts its calls.
    over.addEventListener('abort', () => void server.close(), { once: true });
    await server.connect(transport);
    try {
      const response = await race(transport.handleRequest(request, { parsedBody: message }), over);
      if (isJsonObject(message) && message.method === 'initialize') response.headers.set(clientHeader, randomUUID());
      return response;
    } catch (error) {
      left.throwIfAborted();
      // The client cancelled the call, and waits for no answer.
      if (cancelled.aborted) return new Response(null, { status: 202 });
      throw error;
    }
  }

  /** Publishes a cancellation. For a call, returns a signal that aborts when the client cancels this call. */
  #publishOrWatch(
    request: Request,
    message: unknown,
    { account, left }: { account: string; left: AbortSignal },
  ): AbortSignal {
    const { cancellations } = this.#options;
    const client = request.headers.get(clientHeader) ?? '';
    if (!isJsonObject(message) || !/^[\w-]{1,64}$/.test(client)) return neverAborting();
    const { id, method, params } = message;
    if (isCancellation(message) && isJsonObject(params) && isId(params.requestId))
      cancellations.cancel({ account, client, id: params.requestId });
    return method === 'tools/call' && isId(id) ? cancellations.watch({ account, client, id }, left) : neverAborting();
  }
}
