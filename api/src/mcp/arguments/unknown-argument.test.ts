import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unknownArgument } from './unknown-argument.js';

const names = ['url', 'full', 'emulateDevice', 'darkMode', 'maxTtlSeconds'];

it('an unknown argument names those that the model may have meant', () => {
  const meant = { uri: 'url', fullPage: 'full', device: 'emulateDevice', darkmod: 'darkMode', ttl: 'maxTtlSeconds' };
  for (const [name, known] of Object.entries(meant))
    assert.match(
      unknownArgument(name, names),
      new RegExp(`^The argument \`${name}\` is unknown. Did you mean \`${known}\`\\?`),
    );
  for (const name of ['viewport', 'x', 'y'.repeat(10_000)])
    assert.match(unknownArgument(name, names), /^The argument `\w{1,64}` is unknown\. The arguments are url, full/);
});
