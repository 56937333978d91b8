import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { castSettings, ViewerQuality } from './quality.js';

/** The levels after pictures that are drawn this late, 100 ms apart. */
const after = (quality: ViewerQuality, lateMs: number, count: number, from = 0) => {
  for (let at = 0; at < count; at += 1) quality.drawn(lateMs, from + at * 100);
  return quality.level;
};

describe('the quality of a viewer', () => {
  it('stays on a fast line, and on a long way that is wide', () => {
    const near = new ViewerQuality();
    near.roundTrip(5);
    assert.equal(after(near, 30, 50), 'sharp');
    const far = new ViewerQuality();
    far.roundTrip(400);
    assert.equal(after(far, 460, 50), 'sharp');
  });

  it('falls step by step on a slow line', () => {
    const quality = new ViewerQuality();
    quality.roundTrip(20);
    assert.equal(after(quality, 900, 2), 'sharp');
    assert.equal(after(quality, 900, 1), 'good');
    assert.equal(after(quality, 900, 4), 'good');
    assert.equal(after(quality, 900, 1), 'reduced');
    assert.equal(after(quality, 900, 30), 'low');
  });

  it('ignores one late picture', () => {
    const quality = new ViewerQuality();
    quality.roundTrip(20);
    after(quality, 40, 10);
    assert.equal(after(quality, 900, 1), 'sharp');
    assert.equal(after(quality, 40, 10), 'sharp');
  });

  it('rises again, later each time that it was too much', () => {
    const quality = new ViewerQuality();
    quality.roundTrip(20);
    after(quality, 900, 3);
    assert.equal(after(quality, 40, 20, 1000), 'good', 'not within 3 s');
    assert.equal(after(quality, 40, 15, 3300), 'sharp');
    assert.equal(after(quality, 900, 3, 5000), 'good');
    assert.equal(after(quality, 40, 40, 6000), 'good', 'not within 6 s');
    assert.equal(after(quality, 40, 20, 11_300), 'sharp');
  });
});

describe('the pictures of a level', () => {
  it('are as large as the screen shows, within limits', () => {
    assert.deepEqual(castSettings('sharp', { width: 1280, height: 720 }), {
      quality: 80,
      maxWidth: 1280,
      maxHeight: 768,
    });
    assert.deepEqual(castSettings('low', { width: 1280, height: 720 }), { quality: 35, maxWidth: 640, maxHeight: 384 });
    assert.deepEqual(castSettings('sharp', { width: 9000, height: 100 }), {
      quality: 80,
      maxWidth: 1920,
      maxHeight: 256,
    });
  });
});
