import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proxyBody, proxyTestBody, proxyWarnings } from './proxy-body.js';

describe("an account's proxy", () => {
  const errorOf = (url: string) => proxyBody.safeParse({ url }).error?.issues[0]?.message;
  const longest = '%C3%A9'.repeat(127);

  it('has a login that can be decoded, or the refusal says how it is written', () => {
    assert.equal(errorOf('http://100%25:p%40ss@h'), undefined);
    for (const login of ['100%', 'user:100%', '%FF']) assert.match(errorOf(`http://${login}@h`) ?? '', /%25/);
  });

  it('has a login without control characters, and for http a user name without a colon', () => {
    const signs = ['%00', '%0d%0a', '%0A', '%7f', '%C2%85'];
    const urls = signs.flatMap((sign) => [`http://a${sign}@h`, `https://user:a${sign}@h`, `socks5://a${sign}:p@h`]);
    for (const url of urls) assert.match(errorOf(url) ?? '', /control characters/, url);
    for (const scheme of ['http', 'https']) assert.match(errorOf(`${scheme}://us%3Aer:p@h`) ?? '', /no colon/);
    for (const url of ['socks5://us%3Aer:p@h', 'http://user:p%3Ap@h']) assert.equal(errorOf(url), undefined);
  });

  it('has a login for socks5 of at most 255 bytes a part, as they are sent', () => {
    for (const login of [`${longest}a`, `user:${longest}a`]) assert.equal(errorOf(`socks5://${login}@h`), undefined);
    for (const login of [`${longest}aa`, `user:${longest}aa`])
      assert.match(errorOf(`socks5://${login}@h`) ?? '', /255 bytes/);
    assert.equal(errorOf(`http://${longest}aa@h`), undefined);
  });

  it('without a password gets a warning, which a login and none at all do not', () => {
    assert.match(proxyWarnings('http://user@h').join(), /without a password/);
    for (const url of ['http://user:p@h', 'http://h']) assert.deepEqual(proxyWarnings(url), []);
  });

  it('is tested with an https page, by default one of the internet', () => {
    assert.equal(proxyTestBody.parse({}).url, 'https://example.com/');
    for (const url of [
      'http://a.example/',
      'https://user:p@a.example/',
      'a.example',
      `https://a.example/${'x'.repeat(2048)}`,
    ])
      assert.equal(proxyTestBody.safeParse({ url }).success, false, url);
  });
});
