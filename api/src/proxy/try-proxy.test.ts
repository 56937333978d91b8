import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  EgressRefused,
  LoginRefused,
  ProxyConnectFailed,
  TlsFailed,
  Unreachable,
  WrongProxyProtocol,
} from '@tintype/runtime';
import { tryProxy } from './try-proxy.js';

const url = 'https://page.example/';

/** The trial of a proxy that fails with this error. */
const trialOf = async (cause: unknown) => {
  const logged: string[] = [];
  const route = {
    forwarding: undefined,
    check: async () => [],
    connect: async () => {
      throw cause;
    },
  };
  const trial = await tryProxy({ route, url, log: { warn: (...line: unknown[]) => logged.push(String(line.at(-1))) } });
  return { ...trial, logged };
};

describe('a test of a proxy that opens no tunnel', () => {
  for (const [what, cause, sentence] of [
    ['whose name does not resolve', new EgressRefused('dns'), /host name of the proxy does not resolve/],
    ['with a private address', new EgressRefused('blocked'), /private or blocked address.*TINTYPE_EGRESS_ALLOW/],
    ['without trusted TLS', new TlsFailed('failed'), /no trusted certificate/],
    ['that refuses the login', new LoginRefused('refused'), /refuses the login.*user name and password/],
    [
      'that refuses the host',
      new ProxyConnectFailed('The proxy answers 403.'),
      /^The proxy answers 403\. Allow the host/,
    ],
    [
      'of another kind',
      new WrongProxyProtocol('The server is not an HTTP proxy.'),
      /not an HTTP proxy\. Correct port and protocol/,
    ],
    [
      'that does not answer',
      new Error('ECONNREFUSED 10.1.2.3:3128'),
      /^The proxy does not answer\. Check host and port/,
    ],
  ] as const)
    it(`names the fault of one ${what}`, async () => {
      const { works, status, steps, logged } = await trialOf(new Unreachable('no connection', { cause }));
      assert.deepEqual([works, status, steps.map(({ step }) => step)], [false, undefined, ['proxy']]);
      assert.match(steps[0]?.error ?? '', sentence);
      assert.deepEqual(logged, ['a test of a proxy failed']);
    });

  it('says so if the page is private', async () => {
    const { steps } = await trialOf(new EgressRefused('blocked'));
    assert.match(steps[0]?.error ?? '', /^The page of the test has a private or blocked address/);
  });
});
