import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { fit, lineText, noOmissions, remarksOf } from './budget.js';
import type { Line } from './lines.js';
import { tokenEstimate } from './tokens.js';

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

  it('keeps elements that act, with their refs, of 60 frames in 300 tokens', () => {
    const lines = Array.from({ length: 60 }, (_, frame) => [
      { ...line('iframe'), matters: false, named: undefined },
      { ...line(`text: ${'what it says '.repeat(9)}`), depth: 1, matters: false, named: undefined },
      { ...line('button "b"'), depth: 1, named: `f${frame}e2` },
    ]).flat();
    const shown = Map.groupBy(fit(lines, { maxTokens: 300, omissions: noOmissions, refOf }), ({ matters }) => matters);
    const costOf = (some: readonly Line[] = []) =>
      some.reduce((sum, each) => sum + tokenEstimate(lineText(each, refOf)) + 1, 0);
    const buttons = shown.get(true) ?? [];
    const left = 260 - costOf(buttons);
    assert.ok(left >= 0 && left < costOf(buttons.slice(0, 1)), '40 tokens are for the remark, and no more buttons fit');
    assert.ok(costOf(shown.get(false)) <= left, 'other lines fill the rest');
    for (const each of buttons) assert.match(lineText(each, refOf), /button "b" \[ref=e1\]$/);
  });

  it('advises a larger one only below the maximum', () => {
    const omissions = { ...noOmissions, lines: 5 };
    assert.match(remarksOf(omissions, 4000).join(), /or set interactiveOnly or maxTokens\.$/);
    assert.match(remarksOf(omissions, limits.snapshotTokens).join(), /or set interactiveOnly\.$/);
  });
});
