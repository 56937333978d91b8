import assert from 'node:assert/strict';
import { test } from 'node:test';
import { egressSwitches } from './switches.js';

test('the proxy is the only way out, for loopback too', () => {
  const switches = egressSwitches(4321);
  assert.ok(switches.includes('--proxy-server=http://127.0.0.1:4321'));
  assert.ok(switches.includes('--proxy-bypass-list=<-loopback>'));
});

test('has no switch of which Chromium uses only the last', () => {
  const names = egressSwitches(1).map((each) => each.split('=')[0]);
  assert.equal(new Set(names).size, names.length);
  assert.ok(!names.includes('--disable-features'));
});
