import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CastPace } from './cast-pace.js';

describe('the pace of a screencast', () => {
  it('acknowledges the first picture at once, and the next ones 50 ms apart', () => {
    const pace = new CastPace();
    assert.equal(pace.ackInMs(0), undefined);
    pace.received(1000);
    assert.equal(pace.ackInMs(1000), 0);
    pace.acknowledged(1000);
    pace.received(1016);
    assert.equal(pace.ackInMs(1016), 34);
    assert.equal(pace.ackInMs(1100), 0);
    pace.acknowledged(1100);
    assert.equal(pace.ackInMs(1100), undefined);
  });

  it('begins anew only after Chromium may have dropped a picture, once the page rests', () => {
    const pace = new CastPace();
    for (const at of [0, 10]) pace.received(at);
    for (const at of [20, 30]) pace.acknowledged(at);
    assert.equal(pace.restartInMs(1000), undefined, 'two unacknowledged pictures drop none');
    for (const at of [1000, 1010, 1020]) pace.received(at);
    assert.equal(pace.restartInMs(1020), undefined, 'not while Chromium waits');
    for (const at of [1050, 1100, 1150]) pace.acknowledged(at);
    assert.equal(pace.restartInMs(1200), 100);
    pace.received(1210);
    pace.acknowledged(1210);
    assert.equal(pace.restartInMs(1210), 150);
    pace.begun();
    assert.equal(pace.restartInMs(2000), undefined);
  });
});
