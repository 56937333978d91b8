import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { address, author, language, line, name, type Reader } from './values.js';

const place = { base: 'https://example.com/a/b', language: 'de-AT' };

const cases: Record<string, [read: Reader, reads: [text: string, value: string | undefined][]]> = {
  line: [
    line,
    [
      ['  two\n  words ', 'two words'],
      [' \n ', undefined],
    ],
  ],
  name: [
    name,
    [
      ['Jane Doe', 'Jane Doe'],
      ['https://social.example/jane', undefined],
      ['//social.example/jane', undefined],
    ],
  ],
  author: [
    author,
    [
      ['By Ida Lens', 'Ida Lens'],
      ['by: Ida Lens', 'Ida Lens'],
      ['Written by\n Ida Lens', 'Ida Lens'],
      ['Author: Ida Lens', 'Ida Lens'],
      ['Byron Lens', 'Byron Lens'],
      ['Von Ida Lens', 'Ida Lens'],
      ['von Lens', 'von Lens'],
      ['By ', undefined],
      ['https://social.example/ida', undefined],
    ],
  ],
  address: [
    address,
    [
      ['c', 'https://example.com/a/c'],
      ['//other.example/x', 'https://other.example/x'],
      [' http://x.example/?a b ', 'http://x.example/?a%20b'],
      ['data:image/png;base64,AA', undefined],
      ['javascript:alert(1)', undefined],
      ['https://[', undefined],
      ['', undefined],
    ],
  ],
  language: [
    language,
    [
      ['en', 'en'],
      ['en_gb', 'en-GB'],
      ['de-AT', 'de-AT'],
      ['English (British)', undefined],
      ['', undefined],
    ],
  ],
};

for (const [what, [read, reads]] of Object.entries(cases)) {
  describe(`a ${what} of a page`, () => {
    for (const [text, value] of reads) {
      it(`is ${value ?? 'none'} for ${JSON.stringify(text)}`, () => assert.equal(read(text, place), value));
    }
  });
}
