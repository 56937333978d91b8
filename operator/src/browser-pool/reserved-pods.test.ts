import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserSession, SessionPhase } from '@tintype/crds';
import { freesPod } from './reserved-pods.js';

const session = (phase?: SessionPhase, pod?: string, uid = 'one') =>
  ({ metadata: { uid }, status: { phase, ...(pod && { pod: { name: pod, uid: pod } }) } }) as BrowserSession;

const [pending, bound, bindsAgain] = [session(), session('Binding', 'a'), session('Binding', 'b')];
const [closed, failed] = [session('Closed', 'a'), session('Failed')];
const another = session(undefined, undefined, 'two');

describe('a session frees a warm pod', () => {
  const table: [string, BrowserSession | undefined, BrowserSession | undefined, boolean][] = [
    ['when it is gone', bound, undefined, true],
    ['when it is finished', bound, closed, true],
    ['when it is bound to another', bound, bindsAgain, true],
    ['when another took its name', bound, another, true],
    ['when it is gone before its status named the reserved pod', pending, undefined, true],
    ['when it is finished before its status named the reserved pod', pending, failed, true],
    ['and not when it comes', undefined, pending, false],
    ['and not while it waits', pending, pending, false],
    ['and not when it names it', pending, bound, false],
    ['and not while it has it', bound, session('Active', 'a'), false],
    ['and not twice', closed, undefined, false],
  ];
  for (const [name, previous, current, expected] of table)
    it(name, () => assert.equal(freesPod(previous, current), expected));
});
