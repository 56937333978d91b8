import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Motion } from './motion.js';

const stillAt = (end: number): Motion => {
  const motion = new Motion(1.3);
  for (let at = 0; at <= end; at += 50) motion.tookPicture(at, at === 0);
  return motion;
};

describe('motion', () => {
  it('is there at first, and ends with the tenth equal picture', () => {
    const motion = new Motion(1.3);
    assert.equal(motion.isMoving, true);
    const stands = Array.from({ length: 11 }, (_, index) => motion.tookPicture(index * 50, index === 0));
    assert.deepEqual(stands, [...Array(10).fill(false), true]);
    assert.equal(motion.isMoving, false);
  });

  it('ends sooner for large pictures, which take longer', () => {
    const equalOf = (megapixels: number) => {
      const motion = new Motion(megapixels);
      for (let count = 1; ; count += 1) if (motion.tookPicture(count, false)) return count;
    };
    assert.deepEqual([0.01, 2.5, 5, 25].map(equalOf), [10, 10, 5, 2]);
  });

  it('ignores the damage of frames while pictures are taken', () => {
    const motion = new Motion(1.3);
    for (let at = 0; at <= 500; at += 50) {
      motion.frameWithoutPicture(true);
      motion.tookPicture(at, at === 0);
    }
    assert.equal(motion.isMoving, false);
  });

  it('begins again with the first damage, for ten pictures at least', () => {
    const motion = stillAt(500);
    motion.frameWithoutPicture(false);
    assert.equal(motion.isMoving, false);
    motion.frameWithoutPicture(true);
    assert.equal(motion.isMoving, true);
    for (let index = 1; index < 10; index += 1) assert.equal(motion.tookPicture(550, false), false);
    assert.equal(motion.tookPicture(550, false), true);
  });

  it('wants a picture a second of a page that stands still', () => {
    const motion = stillAt(500);
    assert.deepEqual([motion.wantsPicture(550), motion.wantsPicture(1500)], [false, true]);
    assert.equal(motion.tookPicture(1500, false), true);
    assert.equal(motion.wantsPicture(1550), false);
    assert.equal(motion.tookPicture(2500, true), false);
    assert.equal(motion.isMoving, true);
  });
});
