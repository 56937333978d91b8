import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { navigationError } from './navigation-error.js';

const silent = () => undefined;

describe('navigationError', () => {
  const byChromium = [
    ['net::ERR_CERT_AUTHORITY_INVALID', 'target_tls'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'target_tls'],
    ['net::ERR_NAME_NOT_RESOLVED', 'target_dns'],
    ['net::ERR_BLOCKED_BY_CLIENT', 'target_blocked'],
    ['net::ERR_UNSAFE_PORT', 'not_renderable'],
    ['net::ERR_ABORTED', 'not_renderable'],
    ['net::ERR_TOO_MANY_REDIRECTS', 'target_unreachable'],
    ['net::ERR_CONNECTION_REFUSED', 'target_unreachable'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'target_unreachable'],
    ['net::ERR_TIMED_OUT', 'timeout'],
    ['something else', 'render_failed'],
  ] as const;
  for (const [text, code] of byChromium) {
    it(`${text} is ${code}`, () => assert.equal(navigationError(text, 'https://a.test/', silent).code, code));
  }

  const byEgress = [
    ['blocked', 'target_blocked'],
    ['dns', 'target_dns'],
    ['unreachable', 'target_unreachable'],
  ] as const;
  for (const [reason, code] of byEgress) {
    it(`a broken tunnel is ${code} when the proxy says ${reason}`, () => {
      const error = navigationError('net::ERR_TUNNEL_CONNECTION_FAILED', 'https://a.test/', () => reason);
      assert.equal(error.code, code);
    });
  }

  it('names `baseUrl` where a relative link of a document leads nowhere', () => {
    const { code, message } = navigationError('net::ERR_NAME_NOT_RESOLVED', 'http://document.invalid/bar', () => 'dns');
    assert.equal(code, 'target_unreachable');
    assert.match(message, /relative address.* Set `baseUrl`/);
  });

  it('names the port that Chromium refuses, if known', () => {
    const message = (url: string) => navigationError('net::ERR_UNSAFE_PORT', url, silent).message;
    const link = '(https://fetch.spec.whatwg.org/#port-blocking)';
    const change = 'Change its redirect to another port.';
    assert.equal(
      message('http://a.test:25/'),
      `The address leads to port 25, which browsers refuse ${link}. ${change}`,
    );
    assert.equal(message('http://a.test/moved'), `The address leads to a port that browsers refuse ${link}. ${change}`);
  });

  it('asks the proxy for the host and port of the URL', () => {
    const asked: unknown[] = [];
    const explain = (hostname: string, port: number) => {
      asked.push([hostname, port]);
      return undefined;
    };
    for (const url of ['http://a.test/', 'https://b.test/', 'http://c.test:81/']) {
      navigationError('net::ERR_EMPTY_RESPONSE', url, explain);
    }
    assert.deepEqual(asked, [
      ['a.test', 80],
      ['b.test', 443],
      ['c.test', 81],
    ]);
  });

  it('does not ask the proxy when the connection did not break', () => {
    assert.equal(navigationError('net::ERR_CERT_INVALID', 'https://a.test/', () => 'blocked').code, 'target_tls');
  });
});
