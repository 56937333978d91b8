import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ViewerPace } from './viewer-pace.js';

describe('the pictures of a viewer', () => {
  it('leave two at a time; of those that wait only the newest follows', () => {
    const pace = new ViewerPace<string>();
    const offer = (picture: string, at: number) => {
      pace.offer(picture);
      return pace.next(at)?.picture;
    };
    assert.deepEqual([offer('a', 0), offer('b', 10)], ['a', 'b']);
    assert.equal(pace.isReady, false);
    assert.deepEqual([offer('c', 20), offer('d', 30), offer('e', 40)], [undefined, undefined, undefined]);
    assert.equal(pace.drawn(1, 100), 100);
    assert.deepEqual(pace.next(100), { number: 3, picture: 'e' });
    assert.equal(pace.next(100), undefined);
    assert.equal(pace.drawn(2, 130), 120);
    assert.equal(pace.isReady, true);
    assert.equal(pace.next(130), undefined, 'nothing waits');
  });

  it('are reported once', () => {
    const pace = new ViewerPace<string>();
    pace.offer('a');
    pace.next(0);
    assert.deepEqual([pace.drawn(7, 10), pace.drawn(1, 10), pace.drawn(1, 20)], [undefined, 10, undefined]);
  });

  it('of the previous page are never sent', () => {
    const pace = new ViewerPace<string>();
    for (const picture of ['a', 'b']) {
      pace.offer(picture);
      pace.next(0);
    }
    pace.offer('old');
    pace.clear();
    pace.drawn(1, 10);
    assert.equal(pace.next(10), undefined);
  });
});
