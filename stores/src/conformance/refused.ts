import assert from 'node:assert/strict';
import { StoreError } from '@tintype/crds';

type Refusal = abstract new (...parameters: never[]) => StoreError;

/** The call fails with one of these errors, and has changed nothing. */
export const refused = (call: Promise<unknown>, ...classes: Refusal[]): Promise<void> =>
  assert.rejects(call, (error) => {
    const names = classes.map(({ name }) => name).join(' or ');
    assert.ok(error instanceof StoreError, `${names} was expected, and came ${error}`);
    assert.ok(
      classes.some((each) => error instanceof each),
      `${names} was expected, and came ${error.name}: ${error.message}`,
    );
    assert.equal(error.effect, 'none');
    return true;
  });
