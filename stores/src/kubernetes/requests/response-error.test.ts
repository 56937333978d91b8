import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
import type { Resource } from './paths.js';
import { responseError } from './response-error.js';

interface Case {
  status: number;
  body?: object | string;
  headers?: Record<string, string>;
  kind?: Resource;
  isRead?: boolean;
  error: abstract new (...parameters: never[]) => StoreError;
  effect?: Effect;
  message?: RegExp;
}

const failure = (reason: string, more = {}) => ({ kind: 'Status', reason, message: `${reason} it is`, ...more });

const causes = [
  { reason: 'FieldValueInvalid', message: 'Invalid value: 1000: should be at most 900', field: 'spec.maxTtlSeconds' },
  { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.account' },
];

// The answer of kube-apiserver 1.36 to an update with the uid of a deleted object.
const gone =
  'Operation cannot be fulfilled on pods "a": StorageError: invalid object, Code: 4, Key: /registry/pods/web/a, ' +
  'ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: 0b6e, UID in object meta: ';

const cases: Record<string, Case> = {
  'an object that is not there': { status: 404, body: failure('NotFound'), error: NotFound },
  'a kind that is not there': {
    status: 404,
    body: '404 page not found\n',
    error: StoreUnavailable,
    message: /does not know Pod of v1\. Check the server address/,
  },
  'a kind of our own that is not there': {
    status: 404,
    body: '404 page not found\n',
    kind: 'BrowserPool',
    error: StoreUnavailable,
    message: /does not know BrowserPool of tintype\.dev\/v1alpha1\. Install the custom resource definitions/,
  },
  'a namespace that is not there': {
    status: 404,
    body: failure('NotFound', { code: 404, details: { name: 'web', kind: 'namespaces' } }),
    error: NotFound,
    message: /there is no namespace "web"\. Create it first\.$/,
  },
  'an object that is too large for etcd': {
    status: 500,
    body: { kind: 'Status', message: 'etcdserver: request is too large' },
    error: Invalid,
  },
  'an object that is too large for its way to etcd': {
    status: 500,
    body: {
      kind: 'Status',
      message:
        'rpc error: code = ResourceExhausted desc = trying to send message larger than max (2621178 vs. 2097152)',
    },
    error: Invalid,
  },
  'a name that is taken': { status: 409, body: failure('AlreadyExists'), error: AlreadyExists },
  'an object that was written meanwhile': { status: 409, body: failure('Conflict'), error: Conflict },
  'another object of the name': {
    status: 409,
    body: failure('Conflict', { message: `${gone}1c7f` }),
    error: Conflict,
  },
  'the object of an update that is gone': {
    status: 409,
    body: failure('Conflict', { message: gone }),
    error: NotFound,
  },
  'an old version': { status: 410, body: failure('Expired'), isRead: true, error: Expired },
  'a wrong object, field by field': {
    status: 422,
    body: failure('Invalid', { details: { causes } }),
    error: Invalid,
    message: /spec\.maxTtlSeconds: Invalid value: 1000: should be at most 900; spec\.account: Required value$/,
  },
  'an object that cannot be read': {
    status: 400,
    body: failure('BadRequest'),
    error: Invalid,
    message: /BadRequest it is/,
  },
  'an object that is too large': { status: 413, body: failure('RequestEntityTooLarge'), error: Invalid },
  'what is not allowed': {
    status: 403,
    body: failure('Forbidden'),
    error: Forbidden,
    message: /update of Pod web\/a.*Forbidden it is/,
  },
  'an unknown client': { status: 401, body: failure('Unauthorized'), error: Forbidden },
  'too much at once': { status: 429, body: failure('TooManyRequests'), error: Throttled },
  'too much at once, by a proxy': { status: 429, body: 'slow down', error: Throttled },
  'a failure during a write': {
    status: 500,
    body: failure('InternalError'),
    error: StoreUnavailable,
    effect: 'unknown',
    message: /InternalError it is/,
  },
  'a failure during a read': { status: 500, body: failure('InternalError'), isRead: true, error: StoreUnavailable },
  'a server that shuts down': { status: 503, body: 'unavailable', error: StoreUnavailable, effect: 'unknown' },
  'etcd that did not answer': { status: 504, body: failure('Timeout'), error: StoreUnavailable, effect: 'unknown' },
  'a proxy that wants a login': { status: 302, body: '<html>', error: StoreUnavailable },
  'a method that is not there': { status: 405, body: failure('MethodNotAllowed'), error: StoreUnavailable },
};

const made = ({ status, headers = {}, body = '', kind = 'Pod', isRead = false }: Partial<Case>) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return responseError({ what: 'update of Pod web/a', kind, isRead }, { status: status ?? 0, headers, body: text });
};

describe('the error of an answer', () => {
  for (const [what, each] of Object.entries(cases)) {
    it(`${what}: ${each.status} is ${each.error.name}`, () => {
      const error = made(each);
      assert.equal(error.constructor, each.error);
      assert.equal(error.effect, each.effect ?? 'none');
      assert.match(error.message, each.message ?? /update of Pod web\/a/);
    });
  }

  const waits: Record<string, [Partial<Case>, number]> = {
    'as the header says': [{ headers: { 'retry-after': '7' } }, 7000],
    'as the Status says': [{ body: failure('TooManyRequests', { details: { retryAfterSeconds: 3 } }) }, 3000],
    'a second by default': [{}, 1000],
    'a second when the header is a date': [{ headers: { 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' } }, 1000],
  };
  for (const [what, [answer, milliseconds]] of Object.entries(waits)) {
    it(`is retried after ${milliseconds} ms, ${what}`, () => {
      const error = made({ ...answer, status: 429 });
      assert.ok(error instanceof Throttled);
      assert.equal(error.retryAfterMs, milliseconds);
    });
  }
});
