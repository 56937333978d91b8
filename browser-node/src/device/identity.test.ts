import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automatedIdentity, brandsOf, desktopIdentity, deviceIdentity, startUserAgent } from './identity.js';

const version = '156.0.8078.79';

describe('the identity of a session’s browser', () => {
  it('has the brands of Chromium in the order of its version', () => {
    assert.deepEqual(brandsOf(156, '156', ''), [
      { brand: 'Not:A-Brand', version: '8' },
      { brand: 'Chromium', version: '156' },
    ]);
    assert.deepEqual(brandsOf(157, '157', ''), [
      { brand: 'Chromium', version: '157' },
      { brand: 'Not-A.Brand', version: '99' },
    ]);
  });

  it('has the client hints of Chromium on Android for an Android device', () => {
    const { userAgent } = desktopIdentity(version);
    const of = (text: string) => deviceIdentity(text, userAgent);
    const chrome = '(KHTML, like Gecko) Chrome/159.0.8154.6';
    const phone = of(`Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`);
    const tablet = of(`Mozilla/5.0 (Linux; Android 14; SM-X700) AppleWebKit/537.36 ${chrome} Safari/537.36`);
    assert.equal(phone.platform, 'Linux armv81');
    const { model, platform, platformVersion, mobile, formFactors } = phone.userAgentMetadata ?? {};
    assert.deepEqual(
      [model, platform, platformVersion, mobile, formFactors],
      ['Pixel 9', 'Android', '15', true, ['Mobile']],
    );
    assert.deepEqual(tablet.userAgentMetadata?.formFactors, ['Tablet']);
    assert.equal(phone.userAgentMetadata?.fullVersion, '159.0.8154.6');
    assert.deepEqual(phone.userAgentMetadata?.brands, brandsOf(159, '159', ''));
    const safari = of('Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148');
    assert.deepEqual(
      [safari.platform, safari.userAgentMetadata, safari.acceptLanguage],
      ['iPhone', undefined, 'en-US,en'],
    );
  });

  it('has the client hints of a desktop Chromium, and none of another browser', () => {
    const { userAgent } = desktopIdentity(version);
    const of = (system: string, more = '') => {
      const text = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36${more}`;
      const { platform, userAgentMetadata } = deviceIdentity(text, userAgent);
      return [platform, userAgentMetadata?.platform, userAgentMetadata?.mobile];
    };
    assert.deepEqual(of('Windows NT 10.0; Win64; x64'), ['Win32', 'Windows', false]);
    assert.deepEqual(of('Macintosh; Intel Mac OS X 10_15_7'), ['MacIntel', 'macOS', false]);
    assert.deepEqual(of('X11; Linux x86_64'), ['Linux x86_64', 'Linux', false]);
    assert.deepEqual(of('Windows NT 10.0; Win64; x64', ' Edg/156.0.0.0'), ['Win32', undefined, undefined]);
  });

  it('differs only where automation shows', () => {
    const [plain, hidden] = [automatedIdentity(version), desktopIdentity(version)];
    assert.deepEqual([plain.automated, hidden.automated], [true, false]);
    assert.equal(plain.userAgent.userAgent.replace('HeadlessChrome', 'Chrome'), hidden.userAgent.userAgent);
    assert.deepEqual(plain.userAgent.userAgentMetadata, hidden.userAgent.userAgentMetadata);
    assert.equal(hidden.userAgent.userAgent, startUserAgent(version));
  });
});
