import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { fit, noOmissions, remarksOf } from './budget.js';

const refOf = () => 'e1';
const line = (text: string) => ({ text, depth: 0, matters: true, named: 'x', problem: undefined });

describe('the token budget of a snapshot', () => {
  it('cuts a huge name of an element that acts, and keeps its ref', () => {
    const lines = [line(`button "${'x'.repeat(3_000_000)}"`), line('link "Home"')];
    for (const maxTokens of [100, 4000]) {
      const shown = fit(lines, { maxTokens, omissions: noOmissions, refOf });
      assert.deepEqual([shown.length, shown[0]?.named], [2, 'x'], String(maxTokens));
    }
  });

  it('advises a larger one only below the maximum', () => {
    const omissions = { ...noOmissions, lines: 5 };
    assert.match(remarksOf(omissions, 4000).join(), /or set interactiveOnly or maxTokens\.$/);
    assert.match(remarksOf(omissions, limits.snapshotTokens).join(), /or set interactiveOnly\.$/);
  });
});
