import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { readConfig } from './config.js';

describe('the configuration', () => {
  it('has a default for everything', () => {
    const { host, port, privatePort, account, natsUrl } = readConfig({});
    assert.deepEqual(
      { host, port, privatePort, account, natsUrl },
      {
        host: '127.0.0.1',
        port: 8080,
        privatePort: 9090,
        account: undefined,
        natsUrl: undefined,
      },
    );
  });

  for (const [name, value] of [
    ['TINTYPE_PORT', '0'],
    ['TINTYPE_PRIVATE_PORT', '70000'],
    ['TINTYPE_ACCOUNT', 'only:two'],
    ['TINTYPE_ACCOUNT', 'a:b:c,d'],
    ['TINTYPE_ACCOUNT', 'a b:key:secret'],
    ['TINTYPE_MASTER_KEY', 'short'],
    ['TINTYPE_NATS_URL', 'http://localhost'],
    ['TINTYPE_BASE_URL', 'ftp://localhost'],
    ['TINTYPE_EGRESS_ALLOW', '10.0.0.0/99'],
    ['TINTYPE_LOG_LEVEL', 'loud'],
  ] as const) {
    it(`refuses ${name}=${value}`, () => {
      assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name} takes`));
    });
  }

  it('names all faults at once, and repeats no secret', () => {
    const environment = { TINTYPE_PORT: 'x', TINTYPE_ACCOUNT: 'user;hidden', TINTYPE_MASTER_KEY: 'hidden' };
    assert.throws(
      () => readConfig(environment),
      (error) => {
        assert.ok(error instanceof ConfigError);
        for (const name of Object.keys(environment)) assert.match(error.message, new RegExp(name));
        assert.doesNotMatch(error.message, /hidden/);
        return true;
      },
    );
  });
});
