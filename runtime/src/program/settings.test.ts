import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import {
  asChoice,
  asInteger,
  asKey,
  asKeys,
  asPort,
  asText,
  asUrl,
  BadEnvironment,
  ConfigError,
  readSettings,
} from './settings.js';

const settings = {
  host: { name: 'TINTYPE_HOST', read: asText, default: '127.0.0.1' },
  port: { name: 'TINTYPE_PORT', read: asPort, default: 8080 },
  url: { name: 'TINTYPE_URL', read: asUrl('http:', 'https:') },
} as const;

describe('readSettings', () => {
  it('reads given values, and takes defaults for the rest', () => {
    const environment = { TINTYPE_PORT: ' 80 ', TINTYPE_URL: 'https://x', TINTYPE_OTHER: 'y' };
    const { url, ...rest } = readSettings(settings, environment);
    assert.deepEqual([url?.href, rest], ['https://x/', { host: '127.0.0.1', port: 80 }]);
  });

  it('counts an empty value as absent', () => {
    const read = readSettings(settings, { TINTYPE_HOST: '', TINTYPE_PORT: '  ', TINTYPE_URL: undefined });
    assert.deepEqual(read, { host: '127.0.0.1', port: 8080, url: undefined });
  });

  it('names every invalid variable at once', () => {
    const environment = { TINTYPE_HOST: 'x', TINTYPE_PORT: 'x', TINTYPE_URL: 'ftp://user:secret@x' };
    const message = [
      'The environment has invalid variables:',
      'TINTYPE_PORT takes a whole number from 1 to 65535, not "x"',
      'TINTYPE_URL takes a URL that starts with http:// or https://',
    ];
    assert.throws(
      () => readSettings(settings, environment),
      (error) => {
        assert.ok(error instanceof BadEnvironment && error instanceof ConfigError);
        assert.equal(error.message, message.join('\n  '));
        assert.deepEqual([...error.faults.keys()], ['TINTYPE_PORT', 'TINTYPE_URL']);
        return true;
      },
    );
  });
});

describe('the readers', () => {
  const integer = asInteger(2, 30);
  const taken: [read: (text: string) => unknown, text: string, value: unknown][] = [
    [integer, '2', 2],
    [integer, '30', 30],
    [integer, '007', 7],
    [asPort, '65535', 65_535],
    [asChoice('a', 'b'), 'b', 'b'],
    [asText, 'any thing', 'any thing'],
  ];
  for (const [read, text, value] of taken) it(`take ${text}`, () => assert.equal(read(text), value));

  const refused: [read: (text: string) => unknown, text: string][] = [
    [integer, '1'],
    [integer, '31'],
    [integer, '2.5'],
    [integer, '-3'],
    [integer, '0x3'],
    [integer, ''],
    [asPort, '0'],
    [asPort, '65536'],
    [asUrl('http:'), 'https://x'],
    [asUrl('http:'), 'x'],
    [asChoice('a', 'b'), 'A'],
    [asChoice('a', 'b'), 'toString'],
  ];
  for (const [read, text] of refused) it(`refuse ${text}`, () => assert.throws(() => read(text)));
});

describe('asKey', () => {
  const hex = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
  const key = asKey(hex);

  it('reads the same key in hex and in both kinds of base64', () => {
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    const url = Buffer.from(hex, 'hex').toString('base64url');
    for (const text of [hex, hex.toUpperCase(), base64, url]) assert.ok(asKey(text).equals(key), text);
  });

  it('says what it takes, without the value', () => {
    const tail = ['', hex.slice(1), `${hex}0`, 'password', `${'A'.repeat(42)}==`, 'g'.repeat(64), '!'.repeat(43)];
    for (const text of tail) {
      assert.throws(
        () => asKey(text),
        (error: Error) => {
          assert.match(error.message, /^32 bytes .*`openssl rand -hex 32`/);
          return text === '' || !error.message.includes(text);
        },
      );
    }
  });

  it('reads several keys, the current one first', () => {
    const other = hex.replaceAll('0', '9');
    assert.deepEqual(
      asKeys(`${hex}, ${other}`).map((each) => each.equals(key)),
      [true, false],
    );
    for (const text of ['', `${hex},`, `,${hex}`, `${hex} ${other}`])
      assert.throws(() => asKeys(text), /^Error: 32 bytes/);
  });

  it('makes a key that logs and JSON do not show', () => {
    assert.ok(!`${inspect(key, { depth: 9 })}${JSON.stringify({ key })}`.includes(hex.slice(0, 8)));
  });
});
