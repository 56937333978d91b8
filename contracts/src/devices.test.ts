import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { devices, findDevice } from './devices.js';

describe('the device list', () => {
  it('has keys in lower snake case of the name, each once', () => {
    assert.ok(devices.length > 100);
    assert.equal(new Set(devices.map(({ key }) => key)).size, devices.length);
    for (const { key, name } of devices) {
      assert.match(key, /^[a-z0-9]+(_[a-z0-9]+)*$/);
      assert.equal(key.replaceAll('_', ''), name.toLowerCase().replace(/[^a-z0-9]/g, ''));
    }
  });

  it('has viewports within the limits', () => {
    for (const { name, viewport, userAgent } of devices) {
      const { width, height, deviceScaleFactor } = viewport;
      assert.ok(width >= 1 && width <= 5000 && height >= 1 && height <= 5000 && deviceScaleFactor > 0, name);
      assert.match(userAgent, /^[\x20-\x7e]+$/, name);
    }
  });

  it("has Puppeteer's sizes for devices of both lists", () => {
    // Playwright has 390×664.
    assert.equal(findDevice('iphone_13')?.viewport.height, 844);
  });

  it('ignores case, and knows no property of Object', () => {
    assert.equal(findDevice('iPhone_13'), findDevice('iphone_13'));
    for (const key of ['', 'iphone 13', 'constructor', '__proto__']) assert.equal(findDevice(key), undefined);
  });
});
