import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { boundedMap } from './collections.js';
import { quantity } from './quantity.js';
import { NotStructural, structuralSchema } from './structural-schema.js';
import { formattedText, text } from './text.js';

const field = (schema: z.ZodType) => structuralSchema(z.object({ field: schema })).properties?.field;

describe('structuralSchema', () => {
  it('keeps descriptions, bounds, defaults and required fields', () => {
    const schema = z
      .object({
        count: z.int().min(1).max(9).default(3).describe('How many.'),
        name: z.string().min(1).max(5).regex(/^a/).describe('What it is called.'),
        size: z.enum(['small', 'large']).optional(),
        ratio: z.number().gt(0).lt(1).optional(),
        list: z.array(z.boolean()).min(1).max(2).optional(),
      })
      .describe('All of it.');
    assert.deepEqual(structuralSchema(schema), {
      description: 'All of it.',
      type: 'object',
      required: ['name'],
      properties: {
        count: { description: 'How many.', type: 'integer', default: 3, minimum: 1, maximum: 9 },
        name: { description: 'What it is called.', type: 'string', pattern: '^a', minLength: 1, maxLength: 5 },
        size: { type: 'string', enum: ['small', 'large'] },
        ratio: { type: 'number', minimum: 0, maximum: 1, exclusiveMinimum: true, exclusiveMaximum: true },
        list: { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 2 },
      },
    });
  });

  it('leaves out the bounds that JSON sets anyway', () => {
    assert.deepEqual(field(z.int()), { type: 'integer' });
  });

  it('writes maps, open objects and null in the form of Kubernetes', () => {
    assert.deepEqual(field(boundedMap(z.int().max(2), 7)), {
      type: 'object',
      maxProperties: 7,
      additionalProperties: { type: 'integer', maximum: 2 },
    });
    assert.deepEqual(field(z.looseObject({ known: z.boolean().optional() })), {
      type: 'object',
      properties: { known: { type: 'boolean' } },
      'x-kubernetes-preserve-unknown-fields': true,
    });
    assert.deepEqual(field(z.boolean().nullable()), { type: 'boolean', nullable: true });
  });

  it('knows one union: an amount is a number or text', () => {
    const { 'x-kubernetes-validations': rules, ...rest } = field(quantity().describe('How much.')) ?? {};
    assert.deepEqual(rest, {
      description: 'How much.',
      minimum: 0,
      maximum: 999_999_999_999_999,
      maxLength: 32,
      'x-kubernetes-int-or-string': true,
    });
    assert.match(String(rules?.[0]?.rule), /^type\(self\) == int \|\| self\.matches/);
  });

  it('repeats a schema that is used twice', () => {
    const name = text(3).describe('A name.');
    const { properties } = structuralSchema(z.object({ first: name, second: name }));
    assert.deepEqual(properties?.first, { description: 'A name.', type: 'string', maxLength: 3 });
    assert.deepEqual(properties?.second, properties?.first);
  });

  const recursive: z.ZodType = z.object({
    get child() {
      return recursive.optional();
    },
  });

  const refused: Record<string, [z.ZodType, RegExp]> = {
    'a union': [z.union([z.string(), z.boolean()]), /^field: a structural schema has no unions/],
    'a union of objects': [
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      /^field: a structural schema has no unions/,
    ],
    'two patterns': [z.string().regex(/a/).regex(/b/), /^field: .*one pattern/],
    recursion: [recursive, /^field: .* recursive/],
    'a look-ahead': [z.string().regex(/^(?!a)/), /^field: .*look-around/],
    'a look-ahead in a rule': [
      formattedText({ maxLength: 3, pattern: /^(?!a)/, takes: 'no a' }),
      /^field: .*look-around/,
    ],
    'a look-behind': [z.string().regex(/(?<=a)b/), /^field: .*look-around/],
    'a back reference': [z.string().regex(/^(.)\1$/), /^field: .*back reference/],
    'a format': [z.iso.datetime(), /^field: with a format/],
    'keys of a map that are described': [z.record(z.string().max(3), z.boolean()), /^field: .* the keys of a map/],
    'a value that is made from another': [z.string().transform(Number), /^field: the API server cannot change a value/],
    'a value that stands in for a bad one': [z.boolean().catch(false), /^field: the API server cannot change a value/],
    'an unknown keyword': [z.boolean().meta({ examples: [true] }), /^field: .* the keyword examples/],
    'an object that knows what it may hold': [z.strictObject({}), /^field: the API server drops unknown fields/],
    'a place deep inside': [
      z.object({ list: z.array(boundedMap(z.union([z.string(), z.boolean()]), 1)) }),
      /^field\.list\[\]\{\}: a structural schema has no unions/,
    ],
  };
  for (const [what, [schema, message]] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => field(schema),
        (error) => error instanceof NotStructural && message.test(error.message),
      );
    });
  }

  it('refuses what JSON cannot express', () => {
    assert.throws(() => field(z.date()), /Date/);
  });
});
