import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { admit } from './admit.js';
import type { NewBrowserSession } from './browser-session.js';
import { Invalid } from './store-errors.js';

const session = (spec: object = {}): NewBrowserSession => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  metadata: { namespace: 'tintype', name: 'sess-1' },
  spec: { account: 'acme', ...spec },
});

describe('admit', () => {
  it('fills in defaults and drops unknown fields, in the spec, beside it and of null', () => {
    const asked = { ...session({ maxTtlSeconds: 60, proxy: null, startBy: undefined, colour: 'red' }), extra: 1 };
    assert.deepEqual(admit('BrowserSession', asked), {
      ...session(),
      spec: {
        account: 'acme',
        pool: 'default',
        maxTtlSeconds: 60,
        cdp: false,
        proxy: false,
        bypassBotDetection: false,
      },
    });
  });

  it('names every broken field, and the object', () => {
    const asked = session({ account: 'a b', maxTtlSeconds: 901, cdp: 'yes' });
    assert.throws(
      () => admit('BrowserSession', asked),
      (error) =>
        error instanceof Invalid &&
        error.effect === 'none' &&
        ['BrowserSession tintype/sess-1', 'spec.account', 'spec.maxTtlSeconds', 'spec.cdp'].every((words) =>
          error.message.includes(words),
        ),
    );
  });
});
