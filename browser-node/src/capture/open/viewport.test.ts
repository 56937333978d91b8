import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultViewport, viewportOf } from './viewport.js';

const options = {
  vw: undefined,
  vh: undefined,
  scaleFactor: undefined,
  emulateDevice: undefined,
  stealth: false,
  bypassBotDetection: false,
};

describe('viewportOf', () => {
  it('is 1440×900 at 1 by default', () => {
    assert.deepEqual(viewportOf(options), {
      width: 1440,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
      touch: false,
    });
  });
  it('applies each option separately', () => {
    assert.deepEqual(viewportOf({ ...options, vw: 300 }), { ...defaultViewport, width: 300 });
    assert.deepEqual(viewportOf({ ...options, vh: 300 }), { ...defaultViewport, height: 300 });
    assert.deepEqual(viewportOf({ ...options, scaleFactor: 2 }), { ...defaultViewport, deviceScaleFactor: 2 });
  });
  it('is that of a known device, and ignores the other options', () => {
    const device = viewportOf({ ...options, vw: 300, scaleFactor: 1, emulateDevice: 'iphone_15_pro' });
    assert.deepEqual(device, { width: 393, height: 659, deviceScaleFactor: 3, mobile: true, touch: true });
  });
  it('ignores an unknown device', () => {
    assert.deepEqual(viewportOf({ ...options, vw: 300, emulateDevice: 'nokia' }), { ...defaultViewport, width: 300 });
  });
});
