import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failedStepsText } from './failed-steps.js';

const done = { type: 'title', success: true, title: 'Lamps' };
const failed = {
  type: 'click',
  success: false,
  code: 'selector_not_found',
  error: 'No element matches `#log-inn`. Similar elements: <button> "Log in" (e3).',
};
const tool = 'browser_session_act';

it('a batch with a failed action says so, as the failed call would', () => {
  const [first, fault, next, ...rest] = failedStepsText([done, failed], 4, tool)?.split('\n') ?? [];
  assert.equal(first, 'Action 2 of 4 failed, and actions 3 to 4 did not run.');
  assert.equal(fault, `Error selector_not_found: ${failed.error}`);
  assert.match(next ?? '', /^Next: Look at the page first: .*`snapshot`/);
  assert.deepEqual(rest, []);
  assert.match(failedStepsText([failed], 2, tool) ?? '', /^Action 1 of 2 failed, and action 2 did not run\.\n/);
});

it('a batch that ran on names each failed action, with equal advice once', () => {
  const text = failedStepsText([failed, done, { ...failed, type: 'fill' }], 3, tool) ?? '';
  assert.match(text, /^Actions 1, 3 of 3 failed\.\nAction 1, click: Error .*\nNext: .*\nAction 3, fill: Error [^\n]*$/);
});

it('a batch without a failed action has nothing to add', () => {
  assert.equal(failedStepsText([done, done], 2, tool), undefined);
  assert.equal(failedStepsText(undefined, 0, tool), undefined);
});
