import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { choice, flag, integer, length, number, text } from './codecs.js';

const close = (a: unknown, b: number) => typeof a === 'number' && Math.abs(a - b) < 1e-9;

interface Case {
  codec: z.ZodType;
  takes: string;
  reads: [text: string, value: unknown][];
  refuses: string[];
}

const cases: Record<string, Case> = {
  flag: {
    codec: flag(),
    takes: 'true or false',
    reads: [
      ['true', true],
      ['1', true],
      ['TRUE', true],
      ['false', false],
      ['0', false],
      ['False', false],
    ],
    refuses: ['', 'yes', '2', ' true', 'constructor', '__proto__', 'toString'],
  },
  number: {
    codec: number({ min: -1, max: 2.5 }),
    takes: 'a number from -1 to 2.5',
    reads: [
      ['-1', -1],
      ['2.5', 2.5],
      ['+2', 2],
      ['.5', 0.5],
      ['2.', 2],
    ],
    refuses: ['', '.', '-1.01', '2.51', '0x1', '1e0', 'NaN', 'Infinity', '1 ', '1,5', '1n', '١'],
  },
  'number above': {
    codec: number({ min: 0, isMinExcluded: true, max: 3 }),
    takes: 'a number above 0, up to 3',
    reads: [
      ['0.001', 0.001],
      ['3', 3],
    ],
    refuses: ['0', '0.0', '-0', '3.1'],
  },
  integer: {
    codec: integer({ min: 1, max: 30 }),
    takes: 'a whole number from 1 to 30',
    reads: [
      ['1', 1],
      ['30', 30],
      ['5.0', 5],
    ],
    refuses: ['0', '31', '1.5', '1e1', '', 'one'],
  },
  choice: {
    codec: choice(['png', 'A4']),
    takes: 'one of png, A4',
    reads: [
      ['PNG', 'png'],
      ['a4', 'A4'],
    ],
    refuses: ['', 'jpeg', 'png ', 'A44'],
  },
  text: {
    codec: text(3),
    takes: 'up to 3 characters of text without line breaks',
    reads: [
      ['a b', 'a b'],
      ['äöü', 'äöü'],
    ],
    refuses: ['abcd', 'a\n', 'a\r', 'a\t', '\0', '\u0085'],
  },
  length: {
    codec: length(10),
    takes: 'a length such as 10mm, 1cm, 0.5in, 36pt or 48px',
    reads: [],
    refuses: ['', 'mm', '-1mm', '11in', '1em', '1constructor', '1.2.3in', '1 0mm', '10%', '1e1in'],
  },
};

const issueOf = (codec: z.ZodType, value: string) => codec.safeParse(value).error?.issues[0]?.message;

for (const [name, { codec, takes, reads, refuses }] of Object.entries(cases)) {
  describe(`the codec ${name}`, () => {
    for (const [value, read] of reads) {
      it(`reads ${JSON.stringify(value)}`, () => assert.deepEqual(codec.parse(value), read));
    }
    for (const value of refuses) {
      it(`refuses ${JSON.stringify(value)} and says what it takes`, () => assert.equal(issueOf(codec, value), takes));
    }
  });
}

describe('the codec length', () => {
  const lengths: [text: string, inches: number][] = [
    ['0', 0],
    ['1in', 1],
    ['2.54cm', 1],
    ['25.4mm', 1],
    ['72pt', 1],
    ['96px', 1],
    ['96', 1],
    ['1 IN', 1],
    ['10in', 10],
  ];
  for (const [value, inches] of lengths) {
    it(`reads ${value} in inches`, () => assert.ok(close(length(10).parse(value), inches)));
  }
});
