import assert from 'node:assert/strict';
import { Invalid, StoreError } from '@tintype/crds';

type Refusal = abstract new (...parameters: never[]) => StoreError;

/** Asserts that the call fails with this error, and that the error says that nothing has changed. */
export const refused = (call: Promise<unknown>, refusal: Refusal): Promise<void> =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof StoreError, `expected ${refusal.name}, got ${error}`);
    assert.ok(error instanceof refusal, `expected ${refusal.name}, got ${error.name}: ${error.message}`);
    assert.equal(error.effect, 'none');
    return true;
  });

/** Asserts that the call fails with Invalid, and that the message contains the path. */
export const refusedAt = (path: string, call: Promise<unknown>): Promise<void> =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof Invalid, `expected Invalid, got ${error}`);
    assert.ok(error.message.includes(path), `${path} is not in: ${error.message}`);
    return true;
  });
