import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { changesBetween, changesSince } from './changes.js';

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `- line ${from + at}`);
const text = (...parts: (string | string[])[]) => parts.flat().join('\n');

describe('the changes between two snapshots', () => {
  it('are the changed lines, with the line before them', () => {
    const before = text(lines(0, 20), '- old', lines(20, 40));
    const changes = changesBetween(before, text(lines(0, 20), '- new 1', '- new 2', lines(20, 40), '- last'));
    assert.deepEqual(changes?.split('\n').slice(1).sort(), [
      ...['  - line 19', '  - line 39'],
      ...['+ - last', '+ - new 1', '+ - new 2', '- - old'],
    ]);
  });

  it('are a remark if there are none', () => {
    assert.equal(changesBetween('- a', '- a'), '# Nothing changed since the last snapshot.');
  });

  it('are not shown if they are longer than the snapshot, or it is too long to compare', () => {
    assert.equal(changesBetween(text(lines(0, 20)), text(lines(20, 40))), undefined);
    assert.equal(changesBetween(text(lines(0, 1000)), text(lines(0, 1000), '- new')), undefined);
  });

  it('are unknown without an earlier whole one of the same settings', () => {
    const seen = { settings: 's', text: '- a', truncated: false };
    assert.match(changesSince(seen, seen) ?? '', /Nothing changed/);
    const others = [undefined, { ...seen, truncated: true }, { ...seen, settings: 't' }];
    for (const last of others) assert.equal(changesSince(last, seen), undefined);
    assert.equal(changesSince(seen, { ...seen, truncated: true }), undefined);
  });

  it('lead from the earlier to the later one', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    const tail = Array.from({ length: 30 }, () => 'z'.repeat(20));
    fc.assert(
      fc.property(some, some, (old, now) => {
        const changes =
          changesBetween(text(old, tail), text(now, tail))?.split('\n').slice(1) ?? assert.fail('no changes');
        const marked = (mark: string) => changes.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
        const count = (of: string[]) => JSON.stringify(of.toSorted());
        assert.equal(count([...old, ...marked('+')]), count([...now, ...marked('-')]));
      }),
    );
  });
});
