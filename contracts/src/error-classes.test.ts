import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errorClassByCode } from './error-classes.js';
import { type ErrorCode, errorTable } from './errors.js';

it('classes fit the status, so that clients may look at either', () => {
  const fitting: Record<string, readonly number[]> = {
    request: [400, 403, 404, 405, 413, 416],
    credentials: [401],
    account: [402, 403, 409, 502],
    page: [403, 422, 502, 504],
    session: [404, 409],
    limit: [429],
    service: [500, 503],
  };
  for (const [code, { status }] of Object.entries(errorTable))
    assert.ok(fitting[errorClassByCode[code as ErrorCode]]?.includes(status), code);
});
