import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { address, date, language, line, name, type Reader } from './values.js';

const place = { base: 'https://example.com/a/b' };

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
  date: [
    date,
    [
      ['2024-05-01', '2024-05-01T00:00:00.000Z'],
      ['2024-05-01T10:00:00', '2024-05-01T10:00:00.000Z'],
      ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00.000Z'],
      ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.000Z'],
      ['2024-05-01 10:00', '2024-05-01T10:00:00.000Z'],
      ['Wed, 01 May 2024 10:00:00 +0200', '2024-05-01T08:00:00.000Z'],
      ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00.000Z'],
      ['May 1, 2024', '2024-05-01T00:00:00.000Z'],
      ['1 May 2024', '2024-05-01T00:00:00.000Z'],
      ['yesterday', undefined],
      ['7', undefined],
      ['2024-13-45', undefined],
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
