import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedOptions } from './shared.js';

const encode = (text: string) => Buffer.from(text).toString('base64url');

const httpAuth: Record<string, boolean> = {
  'user:password': true,
  ':': true,
  'user:': true,
  'ü:ß:colon': true,
  user: false,
  'user:a\nb': false,
  'us\0er:x': false,
  'user:x\0': false,
};

const userAgent: Record<string, boolean> = {
  'Mozilla/5.0 (X11)': true,
  ['x'.repeat(1000)]: true,
  ['x'.repeat(1001)]: false,
  'a\r\nX-Injected: b': false,
  Bücher: false,
};

describe('httpAuth and userAgent', () => {
  for (const [name, cases] of Object.entries({ httpAuth, userAgent })) {
    for (const [value, taken] of Object.entries(cases)) {
      it(`${name} ${taken ? 'takes' : 'refuses'} ${JSON.stringify(value.slice(0, 30))}`, () => {
        const { success, data } = sharedOptions[name as 'httpAuth' | 'userAgent'].safeParse(encode(value));
        assert.deepEqual([success, data], taken ? [true, value] : [false, undefined]);
      });
    }
  }
});
