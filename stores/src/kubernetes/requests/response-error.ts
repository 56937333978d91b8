import {
  AlreadyExists,
  Conflict,
  type Effect,
  Expired,
  Forbidden,
  Invalid,
  NotFound,
  type StoreError,
  StoreUnavailable,
  Throttled,
} from '@tintype/crds';
import type { HttpResponse } from './exchange.js';
import { apiVersionOf, type Resource } from './paths.js';

/**
 * The parts of a Status that we read. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export interface Status {
  kind: 'Status';
  code?: number;
  reason?: string;
  message?: string;
  details?: {
    name?: string;
    kind?: string;
    causes?: { field?: string; message?: string }[];
    retryAfterSeconds?: number;
  };
}

export interface FailedCall {
  /** Such as `update of Pod web/a`. */
  what: string;
  kind: Resource;
  isRead: boolean;
}

const defaultRetryMs = 1000;

/** The Status in a body. Undefined for other bodies, which come from a proxy or a server without these resources. */
export const statusOf = (body: string): Status | undefined => {
  try {
    const value = JSON.parse(body) as Partial<Status> | null;
    return value?.kind === 'Status' ? (value as Status) : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a create failed because its namespace is missing. */
const isMissingNamespace = ({ code, details }: Status): boolean => code === 404 && details?.kind === 'namespaces';

const faultsOf = (status: Status): string => {
  const { message = '', details } = status;
  if (isMissingNamespace(status)) return `there is no namespace "${details?.name}". Create it first.`;
  const causes = details?.causes?.map((cause) => [cause.field, cause.message].filter(Boolean).join(': ')) ?? [];
  return causes.length > 0 ? causes.join('; ') : message;
};

const retryAfterMs = ({ headers }: HttpResponse, status: Status): number => {
  const header = headers['retry-after'];
  const seconds = Number(Array.isArray(header) ? header[0] : header);
  if (seconds > 0) return seconds * 1000;
  return status.details?.retryAfterSeconds ? status.details.retryAfterSeconds * 1000 : defaultRetryMs;
};

/**
 * Whether a write failed because its object no longer exists. The server then compares the write's uid with an empty
 * uid, so the message has nothing behind `meta:`.
 */
const isAboutMissingObject = (message: string): boolean => /UID in object meta: $/.test(message);

/**
 * Whether each retry would fail, too. The server answers such refusals with 500: size limits of etcd and its client,
 * and a create with a version.
 * https://etcd.io/docs/v3.6/dev-guide/limit/
 */
const failsForever = (message: string): boolean =>
  /^etcdserver: request is too large/.test(message) ||
  /trying to send message larger than max/.test(message) ||
  /^resourceVersion should not be set on objects to be created/.test(message);

type ErrorMaker = (text: string, status: Status, answer: HttpResponse) => StoreError;

const makeConflict: ErrorMaker = (text, { reason, message = '' }, { body: cause }) => {
  if (reason === 'AlreadyExists') return new AlreadyExists(text, { cause });
  return isAboutMissingObject(message) ? new NotFound(text, { cause }) : new Conflict(text, { cause });
};
const makeInvalid: ErrorMaker = (text, _status, { body: cause }) => new Invalid(text, { cause });
const makeForbidden: ErrorMaker = (text, _status, { body: cause }) => new Forbidden(text, { cause });

/** Keyed by HTTP status. */
const errorMakers: Readonly<Record<number, ErrorMaker>> = {
  400: makeInvalid,
  401: makeForbidden,
  403: makeForbidden,
  404: (text, _status, { body: cause }) => new NotFound(text, { cause }),
  409: makeConflict,
  410: (text, _status, { body: cause }) => new Expired(text, { cause }),
  413: makeInvalid,
  422: makeInvalid,
};

/** The server answers an unknown kind without a Status. */
const unknownKindError = ({ what, kind }: FailedCall, { body: cause }: HttpResponse): StoreUnavailable => {
  const apiVersion = apiVersionOf(kind);
  const remedy = apiVersion.startsWith('tintype.dev/')
    ? 'Install the custom resource definitions: kubectl apply -f crds/manifests'
    : 'Check the server address.';
  const text = `The ${what} failed: the API server does not know ${kind} of ${apiVersion}. ${remedy}`;
  return new StoreUnavailable(text, 'none', { cause });
};

const unavailableError = (
  failed: FailedCall,
  { status, body: cause }: HttpResponse,
  reason: string,
): StoreUnavailable => {
  // Below 500 the server refused; from 500 on it may have failed halfway.
  const effect: Effect = failed.isRead || (status >= 300 && status < 500) ? 'none' : 'unknown';
  return new StoreUnavailable(`The ${failed.what} failed: the API server answered ${status}${reason}.`, effect, {
    cause,
  });
};

/** The error for an answer that refuses a call or reports a failure. */
export const responseError = (failed: FailedCall, answer: HttpResponse): StoreError => {
  const status = statusOf(answer.body);
  if (answer.status === 429) {
    const delayMs = retryAfterMs(answer, status ?? { kind: 'Status' });
    return new Throttled(`The ${failed.what} was delayed: the API server is busy.`, delayMs, { cause: answer.body });
  }
  const make = failsForever(status?.message ?? '') ? makeInvalid : errorMakers[answer.status];
  if (answer.status === 404 && !status) return unknownKindError(failed, answer);
  // An answer without a Status is not about an object.
  if (!make || !status) return unavailableError(failed, answer, status?.message ? `: ${status.message}` : '');
  return make(`The ${failed.what} was refused: ${faultsOf(status)}`, status, answer);
};
