import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SeenRefs } from './seen-refs.js';

describe('refs of earlier snapshots', () => {
  it('keep role and name, also after other snapshots, the newest 5,000', () => {
    const seen = new SeenRefs();
    seen.add('- main [ref=e1]\n  - checkbox "I accept \\"all\\" terms" [checked] [ref=e37]\n  - text: hi');
    seen.add('- checkbox "I accept" [ref=e47]');
    assert.deepEqual(
      ['e1', 'e37', 'e47', 'e9'].map((ref) => seen.wordsOf(ref)),
      ['main ', 'checkbox I accept \\"all\\" terms', 'checkbox I accept', ''],
    );
    seen.add(Array.from({ length: 5000 }, (_, at) => `- link "${at}" [ref=e${at + 100}]`).join('\n'));
    assert.deepEqual(
      ['e47', 'e100', 'e5099'].map((ref) => seen.wordsOf(ref)),
      ['', 'link 0', 'link 4999'],
    );
  });
});
