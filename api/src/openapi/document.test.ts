import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AccountRecord, endpointOptions, endpoints, errorTable } from '@tintype/contracts';
import { accountAnswer } from '../routes/admin.js';
import { adminAnswers } from './admin-schemas.js';
import { createOpenApi } from './document.js';

interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  description: string;
  parameters: { $ref: string }[];
  responses: Record<string, { $ref?: string; description?: string }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  info: { description: string };
}

const document = JSON.parse(JSON.stringify(createOpenApi('https://example.com'))) as Document;

const at = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);

const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === '$ref' ? [String(inner)] : refsIn(inner)));
};

const operationOf = (path: string, method = 'get') => {
  const operation = document.paths[path]?.[method];
  assert.ok(operation, `${method} ${path}`);
  return operation;
};

const parametersOf = (operation: Operation) =>
  Object.fromEntries(operation.parameters.map(({ $ref }) => at($ref) as Parameter).map((one) => [one.name, one]));

const signed = endpoints.flatMap((endpoint) =>
  ['/{apiKey}/{hash}', '/v2/{apiKey}/{hmac}'].flatMap((prefix) =>
    ['get', 'head'].map((method) => ({ endpoint, path: `${prefix}/${endpoint}`, method })),
  ),
);

describe('the OpenAPI document', () => {
  it('has no dangling reference', () => {
    const refs = refsIn(document);
    assert.ok(refs.length > 100);
    for (const ref of refs) assert.ok(at(ref), ref);
  });

  it('has unique operation ids, and describes every answer and parameter', () => {
    const operations = Object.values(document.paths).flatMap(({ get, head, post, patch, delete: remove }) =>
      [get, head, post, patch, remove].filter((operation) => operation !== undefined),
    );
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    for (const { responses, operationId } of operations) {
      for (const response of Object.values(responses)) {
        const { description } = (response.$ref ? at(response.$ref) : response) as { description: string };
        assert.ok(description, operationId);
      }
    }
  });

  for (const { endpoint, path, method } of signed) {
    it(`has every option of ${method} ${path}`, () => {
      const operation = operationOf(path, method);
      const { apiKey, hash, hmac, expires, Range: range, 'If-Range': ifRange, ...options } = parametersOf(operation);
      assert.equal(range !== undefined && ifRange !== undefined, method === 'get');
      assert.ok(apiKey?.required && (hash ?? hmac)?.required);
      assert.equal(expires !== undefined, path.startsWith('/v2'));
      assert.deepEqual(Object.keys(options).sort(), Object.keys(endpointOptions[endpoint].shape).sort());
    });
  }

  it('shows bounds, words and defaults from the schemas', () => {
    const { url, vw, type, duration, full } = {
      ...parametersOf(operationOf('/{apiKey}/{hash}/animated')),
      ...parametersOf(operationOf('/{apiKey}/{hash}/image')),
    };
    assert.deepEqual(url?.schema, { type: 'string', format: 'uri', maxLength: 8192 });
    assert.deepEqual(vw?.schema, { type: 'integer', minimum: 1, maximum: 5000 });
    assert.deepEqual(type?.schema, { type: 'string', enum: ['png', 'jpeg', 'webp', 'avif'], default: 'png' });
    assert.deepEqual(duration?.schema, { type: 'integer', minimum: 1, maximum: 30, default: 5 });
    assert.deepEqual(full?.schema, { type: 'boolean', default: false });
    assert.deepEqual([url?.required, vw?.required], [true, undefined]);
  });

  it('teaches signing by the first vector of the contract', () => {
    assert.match(document.info.description, /f37d5fb3ee4540a05bf4ffeed6dffa28\/image\?url=https%3A%2F%2Fnews/);
  });

  it('names every error code, and answers of a render by their status', () => {
    for (const [code, { status }] of Object.entries(errorTable)) {
      assert.ok(document.info.description.includes(`| ${status} | \`${code}\` |`), code);
    }
    const statuses = Object.keys(operationOf('/{apiKey}/{hash}/image').responses).map(Number);
    assert.deepEqual(statuses, [200, 206, 302, 304, 400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504]);
  });

  it('describes what the admin routes answer', () => {
    const value: AccountRecord = {
      apiKey: 'k',
      createdAt: '2026-01-01T00:00:00.000Z',
      disabled: false,
      secrets: [{ id: 's', sealed: 'v1.x', createdAt: '2026-01-01T00:00:00.000Z', origin: 'admin', scope: 'use' }],
      limits: { resultBytes: 1 },
      credits: null,
      creditsBase: 0,
      endpoints: ['image'],
    };
    const account = accountAnswer({ id: 'a', revision: 1, value }, null);
    assert.deepEqual(adminAnswers.account.parse({ success: true, account }), { success: true, account });
  });
});
