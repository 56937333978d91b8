import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { page, playing, secret } from './playing.test.kit.js';

describe('values that cannot work', () => {
  const { client, requests } = playing([{ body: {} }]);
  const wrong: [name: string, call: () => Promise<unknown>, message: RegExp][] = [
    ['a batch of GIFs', () => client.batches.submit('gif' as never, []), /image or pdf; it got gif/],
    ['usage of text', () => client.account.usage('2030-01-31' as never), /takes an object/],
    [
      'a misspelt option of a call',
      () => client.fetchImage(page, {}, { timeout: 1000 } as never),
      /^`timeout` is no option of this call\. Did you mean `timeoutMs`\?/,
    ],
    ['no time', () => client.account.get({ timeoutMs: 0 }), /`timeoutMs` takes milliseconds above 0, .* it got 0\./],
    [
      'a misspelt close',
      () => client.sessions.close('s', { saveProfil: 'shop' } as never),
      /^`saveProfil` is no option/,
    ],
    ['a preset without `options`', () => client.account.putPreset('a', {} as never), /takes `options`, such as/],
    [
      'a bare preset',
      () => client.account.putPreset('a', { vw: 1200 } as never),
      /^`vw` .*Put the options .* `options`/,
    ],
    ['a parsed webhook', () => client.verifyWebhook('t=1,v1=00', {} as never), /takes the raw body/],
  ];
  for (const [name, call, message] of wrong)
    it(`${name} is refused`, () => assert.rejects(call, { name: 'UsageError', message }));

  it('the variable of one key is no secret of another', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { TINTYPE_KEY: 'one', TINTYPE_SECRET: secret });
    try {
      const { client: other } = playing([{ body: {} }], { key: 'other', secret: undefined as never });
      await assert.rejects(other.account.get(), /no API secret for this key/);
      const { client: another } = playing([{ body: {} }], { key: undefined as never, secret: 'other' });
      await assert.rejects(another.account.get(), /no API key/);
      const { client: same } = playing([{ body: { account: {} } }], { key: 'one', secret: undefined as never });
      assert.ok(await same.account.get());
    } finally {
      for (const name of ['TINTYPE_KEY', 'TINTYPE_SECRET'])
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
    }
    assert.equal(requests.length, 0);
  });
});
