import { type ErrorCode, errorTable } from '@tintype/client';
import type { IDataObject, IHttpRequestOptions, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { FieldError } from './fields.js';
import type { Answer, Caller } from './service.js';

const checkCredential = 'Open the credential of this node, and check the base URL, the API key and the secret.';
const checkBaseUrl =
  'Check the base URL in the credential of this node, that the service runs, and proxies on the way.';

/** The service's sentences speak of the wire, which this node writes. */
const sentences: Readonly<Record<string, string>> = {
  unknown_api_key: 'The service does not know this API key',
  invalid_hash: 'The service does not know this API key with this secret',
  invalid_credentials: 'The service does not know this API key with this secret',
  invalid_signature: 'The service does not know this API key with this secret',
};

const pageAdvice = 'Change the page or the options of this item.';
const elementAdvice = 'Check "Element Selector", or the ID or the ref in its place.';

/** The path has an id of the form; others of the node exist in each service. */
const notFoundAdvice = (path: string): string => {
  if (path.startsWith('/batch/')) return 'Check "Batch ID".';
  return path.startsWith('/v1/sessions/') ? 'Check "Session ID".' : checkBaseUrl;
};

/** Advice about fields of the form, where the one for programs would mislead. */
const adviceOf = (code: string, path: string): string => {
  if (sentences[code]) return checkCredential;
  if (code === 'not_found') return notFoundAdvice(path);
  if (code === 'selector_not_found') return elementAdvice;
  const row = errorTable[code as ErrorCode];
  if (row?.class === 'session') return 'Check "Session ID", or open another session.';
  if (row?.class !== 'request') return row?.advice ?? '';
  return path.startsWith('/v1/sessions/') ? 'Change the action or its options.' : pageAdvice;
};

/** The service names its route. */
const inWordsOfForm = (sentence: string): string =>
  sentence.replace('POST /v1/sessions', 'the operation Create').replace('. `/docs` lists the paths', '');

const parsed = (bytes: Buffer): JsonObject | undefined => {
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

const whenAgain = ({ headers }: Answer): string => {
  const seconds = headers.get('retry-after');
  return seconds === null ? '' : `Try again in ${seconds} s, or turn on "Retry On Fail" in the settings of this node.`;
};

const joined = (...texts: string[]): string => texts.filter(Boolean).join(' ');

const foreign = (caller: Caller, { status }: Answer, itemIndex: number): NodeApiError =>
  new NodeApiError(
    caller.getNode(),
    {},
    {
      message: `The answer ${status} is not one of Tintype`,
      description: checkBaseUrl,
      httpCode: String(status),
      itemIndex,
    },
  );

/** The error of an answer above 399, or of a server that is none of Tintype. It says what to do. */
export const refusal = (
  caller: Caller,
  answer: Answer,
  { path, itemIndex }: { path: string; itemIndex: number },
): NodeApiError => {
  const body = answer.status < 400 ? undefined : parsed(answer.bytes);
  if (!body || typeof body.code !== 'string') return foreign(caller, answer, itemIndex);
  const { code, error, requestId } = body;
  const message = sentences[code] ?? inWordsOfForm(String(error ?? `The service answered ${answer.status}`));
  const facts = `(${[code, requestId].filter(Boolean).join(', ')})`;
  const description = joined(whenAgain(answer) || adviceOf(code, path), facts);
  // n8n keeps `response.data` as the error's data.
  const response = { response: { data: body } };
  return new NodeApiError(caller.getNode(), response, {
    message,
    description,
    httpCode: String(answer.status),
    itemIndex,
  });
};

/** Whether an error is an answer of the service. A proxy may answer after the service did its work. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof NodeApiError && typeof Object(error.context.data).code === 'string';

/** The system's code of an error that n8n wrapped, such as ECONNREFUSED. */
const systemCode = (error: unknown): string => {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause ? systemCode(cause) : '';
};

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host has no address',
  EAI_AGAIN: 'the host has no address',
  ECONNRESET: 'the connection broke off',
};

/** n8n replaces a message that has a system's code in it, so the code is in the description. */
const unreachable = (request: IHttpRequestOptions, code: string): { message: string; description: string } => ({
  message: `No connection to ${new URL(request.url).origin}${reasons[code] ? `: ${reasons[code]}` : ''}`,
  description: joined(checkBaseUrl, code && `(${code})`),
});

const late = ({ timeout = 0 }: IHttpRequestOptions): { message: string; description: string } => ({
  message: `No answer within ${timeout / 1000} s`,
  description: 'The service may still finish its work. Raise "Request Timeout" in the options of this node.',
});

const textOf = (code: string, request: IHttpRequestOptions): { message: string; description: string } => {
  if (code === 'ERR_CANCELED') return { message: 'The execution was cancelled', description: '' };
  return code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? late(request) : unreachable(request, code);
};

/** The service did not answer. The wrapped error has the request's headers, so none of it is kept. */
export const noAnswer = (
  caller: Caller,
  error: unknown,
  { request, itemIndex }: { request: IHttpRequestOptions; itemIndex: number },
): NodeApiError => new NodeApiError(caller.getNode(), {}, { ...textOf(systemCode(error), request), itemIndex });

/** A credential or a field that cannot work, as an error of n8n. Other errors keep their message. */
export const fieldFailure = (caller: Caller, error: unknown, itemIndex: number): NodeOperationError => {
  const { message } = error as Error;
  const description = error instanceof FieldError ? error.description : undefined;
  return new NodeOperationError(caller.getNode(), message, { description, itemIndex });
};

/** Any error of an item, as one of n8n. */
export const failureOf = (caller: Caller, error: unknown, itemIndex: number): NodeApiError | NodeOperationError =>
  error instanceof NodeApiError || error instanceof NodeOperationError ? error : fieldFailure(caller, error, itemIndex);

/** What an item becomes with "Continue". n8n takes `error` for its error output, and drops the facts of `json` otherwise. */
export const failedItem = (
  caller: Caller,
  error: NodeApiError | NodeOperationError,
  itemIndex: number,
): INodeExecutionData => {
  const { code, requestId } = (error.context.data ?? {}) as IDataObject;
  const facts = { description: error.description, code, requestId };
  const given = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  const json = { error: error.message, ...Object.fromEntries(given) };
  const isForOutput = caller.getNode().onError === 'continueErrorOutput';
  return { json, pairedItem: { item: itemIndex }, ...(isForOutput ? { error } : {}) };
};
