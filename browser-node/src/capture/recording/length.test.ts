import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../run.js';
import { checkLength, type Recorded, whyShorter } from './length.js';

test('a recording that is too short says what took its time', () => {
  const whole = { durationMs: 20_000, leftMs: 20_000, queueMs: 0, lagMs: 0 };
  assert.match(whyShorter({ ...whole, leftMs: 12_000, queueMs: 9000 }), /^the request waited 9\.0 s in the queue$/);
  assert.match(whyShorter({ ...whole, leftMs: 12_000, queueMs: 5000 }), /^the page had used up the time before it$/);
  assert.match(whyShorter({ ...whole, lagMs: 5000 }), /^encoding the pictures took too long$/);
  assert.match(whyShorter(whole), /^painting the page took too long$/);
});

interface Played extends Omit<Recorded, 'lengthMs'> {
  leftMs?: number;
  queueMs?: number;
  lagMs?: number;
}

const checked = (lengthMs: number, { leftMs = 20_000, queueMs = 0, lagMs = 0, ...end }: Played = {}) => {
  const run = { options: { duration: 5 }, warnings: [] } as unknown as Run<'animated'>;
  checkLength(run, { lengthMs, ...end }, { leftMs, queueMs, lagMs });
  return run;
};

test('a shorter recording is partial, and no second longer than it is', () => {
  const { warnings, isPartial } = checked(4990);
  assert.match(warnings.join(), /^The recording ends after 4\.9 s instead of 5: painting the page took too long\. Sh/);
  assert.equal(isPartial, true);
  assert.deepEqual(checked(5000).warnings, []);
  assert.deepEqual(checked(5000, { endedBy: 'A worker.' }).warnings, ['A worker.']);
  const slow = { endedBy: 'Virtual time is too slow for this page.', isSlow: true };
  assert.match(checked(3000, slow).warnings.join(), /too slow for this page\. Shorten `duration`/);
  assert.match(
    checked(3000, { endedBy: 'A script.' }).warnings.join(),
    /after 3\.0 s instead of 5\. A script\. Record the page again with `fresh=true`\.$/,
  );
});

test('a recording under a second is a timeout that names its reason', () => {
  const refused = (reason: RegExp) => ({ code: 'timeout', message: reason });
  assert.throws(() => checked(900), refused(/^The recording would be shorter than a second: painting the page took/));
  assert.throws(() => checked(900, { lagMs: 5000 }), refused(/: encoding the pictures took too long\. Use a smaller/));
  assert.throws(
    () => checked(900, { endedBy: 'A script does not end.' }),
    refused(/second\. A script does not end\. Try again\.$/),
  );
});

test('a recording under a second names the queue if that left too little time', () => {
  const late = { leftMs: 1500, queueMs: 55_000 };
  assert.throws(() => checked(900, late), {
    code: 'overloaded',
    message: 'The request waited 55.0 s in the queue, which left no time to record the page. Try again.',
  });
  assert.throws(() => checked(900, { ...late, endedBy: 'A script does not end.' }), { code: 'timeout' });
  assert.throws(() => checked(900, { ...late, queueMs: 0 }), {
    code: 'timeout',
    message: /^The recording would be shorter than a second: the page had used up the time before it\./,
  });
});
