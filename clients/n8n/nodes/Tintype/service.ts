import { isFromService } from '@tintype/client';
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { type Account, accountOf } from './account.js';
import { fieldFailure, noAnswer, refusal } from './failures.js';

/** What calls the service: the node at work, or its form that loads a list. */
export type Caller = IExecuteFunctions | ILoadOptionsFunctions;

export interface Call {
  method: 'DELETE' | 'GET' | 'POST';
  /** Below the base URL, with its query. */
  path: string;
  body?: object;
  headers?: IDataObject;
  /** Seconds; a batch of actions may take 120. Default: 130. */
  timeoutSeconds?: number;
  /** The statuses after which the call is repeated. Default: 429 and 503. */
  retried?: readonly number[];
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

const credentialName = 'tintypeApi';

/** For a write that a repeat would do twice. After 503 the first one may have happened, after 429 not. */
export const onlyRefused: readonly number[] = [429];

/** A test compares the version with package.json. */
const userAgent = 'tintype-n8n/0.1.0';
const busy: readonly number[] = [429, 503];
const usualSeconds = 130;
/** For the call that abandons a create. */
const abandonSeconds = 5;
const retries = 2;
/** A longer `Retry-After` is for people. */
const longestPauseSeconds = 30;

/** Throws a `NodeOperationError` that names the field to fill in. */
export const accountFor = async (caller: Caller, itemIndex = 0): Promise<Account> => {
  const credentials = await caller.getCredentials<Record<string, string>>(credentialName, itemIndex);
  try {
    return accountOf(credentials);
  } catch (error) {
    throw fieldFailure(caller, error, itemIndex);
  }
};

const headersOf = (given: IDataObject): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) headers.set(name, String(value));
  return headers;
};

const requestOf = (
  baseUrl: string,
  { method, path, body, headers, timeoutSeconds = usualSeconds }: Call,
): IHttpRequestOptions => ({
  method,
  url: `${baseUrl}${path}`,
  headers: {
    'user-agent': userAgent,
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  timeout: timeoutSeconds * 1000,
  encoding: 'arraybuffer',
  returnFullResponse: true,
  ignoreHttpStatusErrors: true,
  // The address of an object in the account's storage is a result.
  disableFollowRedirect: true,
});

const once = async (caller: Caller, request: IHttpRequestOptions, itemIndex: number): Promise<Answer> => {
  try {
    const answer = await caller.helpers.httpRequestWithAuthentication.call(caller, credentialName, request);
    const { statusCode, headers, body } = answer as { statusCode: number; headers: IDataObject; body: Uint8Array };
    return { status: statusCode, headers: headersOf(headers), bytes: Buffer.from(body) };
  } catch (error) {
    throw noAnswer(caller, error, { request, itemIndex });
  }
};

/** Undefined: no repeat would help. */
const pauseOf = ({ status, headers }: Answer, { retried = busy }: Call): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? 1);
  return retried.includes(status) && seconds <= longestPauseSeconds ? seconds : undefined;
};

/** Ends early when the execution is cancelled: the next request then fails. */
export const pause = async (caller: Caller, seconds: number): Promise<void> => {
  const signal = 'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  const cancel = () => resolve();
  // An aborted signal has no event any more.
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  await Promise.race([sleep(1000 * seconds), cancelled]);
  signal?.removeEventListener('abort', cancel);
};

/**
 * Repeats the call twice after 429 and 503. Throws a `NodeApiError` with the service's sentence, and what to do. The transport
 * of the JavaScript library has timers, which n8n's linter refuses in a package.
 */
export const callService = async (caller: Caller, call: Call, itemIndex = 0): Promise<Answer> => {
  const { baseUrl } = await accountFor(caller, itemIndex);
  for (let tried = 0; ; tried += 1) {
    const answer = await once(caller, requestOf(baseUrl, call), itemIndex);
    if (answer.status < 400 && isFromService(answer.headers)) return answer;
    const seconds = tried < retries ? pauseOf(answer, call) : undefined;
    if (seconds === undefined) throw refusal(caller, answer, { path: call.path, itemIndex });
    await pause(caller, seconds);
  }
};

/**
 * Abandons the create with this `Idempotency-Key`. n8n ends requests with a credential when the execution is cancelled, so this
 * one brings its own bearer. Throws if the call fails: the session then ends with its time.
 */
export const abandonCreate = async (node: IExecuteFunctions, key: string, itemIndex: number): Promise<void> => {
  const { baseUrl, bearer } = await accountFor(node, itemIndex);
  const headers = { 'idempotency-key': key, authorization: `Bearer ${bearer}` };
  const call: Call = { method: 'DELETE', path: '/v1/sessions', headers, timeoutSeconds: abandonSeconds };
  await node.helpers.httpRequest(requestOf(baseUrl, call));
};

export const jsonOf = <T>({ bytes }: Answer): T => JSON.parse(bytes.toString('utf8')) as T;

/** The API key, which paths of batches and signed URLs have. For a bearer token, the service answers it. */
export const accountKey = async (caller: Caller, itemIndex: number): Promise<string> => {
  const { apiKey } = await accountFor(caller, itemIndex);
  if (apiKey !== undefined) return apiKey;
  const answer = await callService(caller, { method: 'GET', path: '/v1/account' }, itemIndex);
  return jsonOf<{ account: { apiKey: string } }>(answer).account.apiKey;
};
