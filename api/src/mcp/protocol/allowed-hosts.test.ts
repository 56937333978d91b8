import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { createHostCheck } from './allowed-hosts.js';

const check = createHostCheck({
  urls: [new URL('https://tools.example.com/'), undefined, new URL('http://api.example.com:8080/')],
  names: ['tintype-api.default.svc', '*.shots.example'],
});

const outcome = (host: string, origin = '') => {
  try {
    check({ host, origin });
    return 'taken';
  } catch (error) {
    return error instanceof TintypeError ? error.code : 'thrown';
  }
};

describe('the hosts of the tool server', () => {
  it('are addresses, localhost and those of the configured URLs, with any port', () => {
    for (const host of [
      '127.0.0.1:8080',
      '[::1]:80',
      '203.0.113.7',
      'localhost',
      'localhost.',
      'a.localhost:1',
      'TOOLS.example.com',
    ])
      assert.equal(outcome(host), 'taken', host);
    for (const host of ['api.example.com', 'tintype-api.default.svc:8080', 'eu.shots.example'])
      assert.equal(outcome(host), 'taken', host);
  });

  it('are no others, which may lead here by DNS rebinding', () => {
    for (const host of [
      'a@localhost',
      'localhost/a',
      'evil.example',
      'tools.example.com.evil.example',
      'localhost.evil.example',
      'evilshots.example',
      '',
      'a b',
      '@x',
    ])
      assert.equal(outcome(host), 'foreign_host', host);
  });

  it('may be opened from pages of the same or a configured host', () => {
    assert.equal(outcome('localhost:8080', 'http://localhost:6274'), 'taken');
    assert.equal(outcome('tools.example.com', 'https://tools.example.com'), 'taken');
    for (const origin of ['https://evil.example', 'null', 'http://localhost', 'http://127.0.0.1', 'moz-extension://x'])
      assert.equal(outcome('tools.example.com', origin), 'foreign_host', origin);
  });
});
