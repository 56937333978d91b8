import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brandsOf, discreet, honest, startUserAgent } from './identity.js';

const version = '156.0.8078.79';

describe('the identity of a session’s browser', () => {
  it('has the brands that Chromium has, whose order goes by the version', () => {
    assert.deepEqual(brandsOf(156, '156', ''), [
      { brand: 'Not:A-Brand', version: '8' },
      { brand: 'Chromium', version: '156' },
    ]);
    assert.deepEqual(brandsOf(157, '157', ''), [
      { brand: 'Chromium', version: '157' },
      { brand: 'Not-A.Brand', version: '99' },
    ]);
  });

  it('differs where automation shows, and nowhere else', () => {
    const [plain, hidden] = [honest(version), discreet(version)];
    assert.deepEqual([plain.automated, hidden.automated], [true, false]);
    assert.equal(plain.userAgent.userAgent.replace('HeadlessChrome', 'Chrome'), hidden.userAgent.userAgent);
    assert.deepEqual(plain.userAgent.userAgentMetadata, hidden.userAgent.userAgentMetadata);
    assert.equal(hidden.userAgent.userAgent, startUserAgent(version));
  });
});
