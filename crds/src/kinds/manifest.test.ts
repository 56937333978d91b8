import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StructuralSchema } from '../schema/structural-schema.js';
import { largestPool } from '../specimens/largest-pool.js';
import { kindDefinitions, type OwnKind } from './kinds.js';
import { type CustomResourceDefinition, manifests } from './manifest.js';

const schemaOf = ({ spec }: CustomResourceDefinition): StructuralSchema => {
  const schema = spec.versions[0]?.schema.openAPIV3Schema;
  assert.ok(schema);
  return schema;
};

/** The schema and every schema in it, by place. */
const allOf = (schema: StructuralSchema, place = ''): [string, StructuralSchema][] => [
  [place, schema],
  ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => allOf(child, `${place}.${name}`)),
  ...(schema.items ? allOf(schema.items, `${place}[]`) : []),
  ...(schema.additionalProperties ? allOf(schema.additionalProperties, `${place}{}`) : []),
];

const words: Readonly<Record<string, string>> = { string: 'ext', integer: ' whole number', boolean: 'rue or false' };

const factsOf = (schema: StructuralSchema): string[] => {
  const { type, default: standard, enum: values, items, additionalProperties } = schema;
  const bounds = ['minimum', 'maximum', 'maxLength', 'minItems', 'maxItems', 'maxProperties'].map(
    (each) => schema[each],
  );
  const forms = (schema['x-kubernetes-validations'] ?? []).flatMap(({ message }) =>
    message.startsWith('takes ') ? message.slice('takes '.length) : [],
  );
  return [
    ...bounds.filter((bound) => bound !== undefined).map(String),
    ...(values ?? []).map(String),
    ...forms,
    ...(standard === undefined ? [] : [JSON.stringify(standard)]),
    ...(values || !type ? [] : [words[type] ?? '']),
    ...(items ? factsOf(items) : []),
    ...(additionalProperties ? factsOf(additionalProperties) : []),
  ];
};

// The rule for map names admits this length; names are ASCII.
const longestName = 200;

/** JSON writes the first two as six bytes; the third has two UTF-16 units. */
const wideCharacters = ['\u0001', '<', '😀', 'é'];

/** One if a rule admits only characters of one byte. */
const bytesPerCharacter = (rules: StructuralSchema['x-kubernetes-validations'] = []) => {
  const patterns = rules.flatMap(({ rule }) => /^self\.matches\(r'(.*)'\)$/.exec(rule)?.slice(1) ?? []);
  const isNarrow = patterns.some((pattern) => !wideCharacters.some((each) => new RegExp(pattern).test(each)));
  return isNarrow ? 1 : 6;
};

const largest = (schema: StructuralSchema): number => {
  const {
    type,
    maxLength,
    maxItems,
    maxProperties,
    properties = {},
    items,
    additionalProperties,
    enum: values,
  } = schema;
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length));
  if (schema['x-kubernetes-int-or-string']) return Number(maxLength) + 2;
  if (type === 'string') return bytesPerCharacter(schema['x-kubernetes-validations']) * Number(maxLength) + 2;
  if (type === 'array') return Number(maxItems) * (largest(items ?? {}) + 1) + 2;
  if (additionalProperties) return Number(maxProperties) * (longestName + 4 + largest(additionalProperties)) + 2;
  if (type !== 'object') return 20;
  return Object.entries(properties).reduce((sum, [name, field]) => sum + name.length + 4 + largest(field), 2);
};

describe('the largest pool of the specimens', () => {
  it('reaches 98.5 % of what the bounds allow', () => {
    const most = largest(schemaOf(manifests.BrowserPool));
    const bytes = Buffer.byteLength(JSON.stringify({ spec: largestPool.spec, status: largestPool.status }));
    assert.ok(bytes <= most && bytes > 0.985 * most, `${bytes} of ${most} bytes`);
  });
});

for (const [kind, manifest] of Object.entries(manifests)) {
  describe(`the definition of ${kind}`, () => {
    const schema = schemaOf(manifest);
    const places = allOf(schema);

    it('describes every field, each with a sentence', () => {
      const fields = places.filter(([place]) => !/(\[\]|\{\})$/.test(place));
      const silent = fields.filter(([, { description }]) => !/^[A-Z].*[a-z.)]$/s.test(description ?? ''));
      assert.deepEqual(
        silent.map(([place]) => place),
        [],
      );
    });

    it('bounds every text, number, list and map, so that the cost of rules is known', () => {
      const isBoundless = (each: StructuralSchema) =>
        (each.type === 'string' && !each.enum && each.maxLength === undefined) ||
        (each.type === 'integer' && (each.minimum === undefined || each.maximum === undefined)) ||
        (each.type === 'array' && each.maxItems === undefined) ||
        (each.additionalProperties !== undefined && each.maxProperties === undefined);
      const boundless = places.filter(([, each]) => isBoundless(each)).map(([place]) => place);
      // The API server counts generations, without a limit.
      assert.deepEqual(
        boundless.filter((place) => !place.endsWith('.observedGeneration')),
        [],
      );
    });

    it('states type, bounds, form and default of every field in its description', () => {
      const silent = places.flatMap(([place, each]) => {
        const { description = '' } = each;
        // The list or map describes its items or entries.
        if (/(\[\]|\{\})$/.test(place)) return [];
        return factsOf(each)
          .filter((fact) => !description.includes(fact))
          .map((fact) => `${place}: ${fact}`);
      });
      assert.deepEqual(silent, []);
    });

    it('has no pattern, because an API server would not say what to write: forms have a message', () => {
      assert.deepEqual(
        places.filter(([, { pattern }]) => pattern !== undefined).map(([place]) => place),
        [],
      );
    });

    it('leaves 256 KiB of 1 MiB, the smallest default limit of a store, to metadata', () => {
      const bytes = largest(schema);
      assert.ok(bytes > 1000 && bytes < 768 * 1024, `${bytes} bytes`);
    });

    it('has every rule of the kind and of its fields', () => {
      const rulesAt = (all: [string, StructuralSchema][]) =>
        all.flatMap(([place, each]) =>
          (each['x-kubernetes-validations'] ?? []).map(({ rule }) => `${place.slice(1)}: ${rule}`),
        );
      const { rules, structural } = kindDefinitions[kind as OwnKind];
      const ofFields = rulesAt(allOf(structural));
      assert.ok(ofFields.length > 0);
      assert.deepEqual(
        rulesAt(places).sort(),
        [...ofFields, ...rules.map(({ at, rule }) => `${at.join('.')}: ${rule}`)].sort(),
      );
    });

    it('shows and selects existing fields', () => {
      const [version] = manifest.spec.versions;
      const known = places.map(([place]) => place);
      for (const { jsonPath } of version?.additionalPrinterColumns ?? []) {
        assert.ok(known.includes(jsonPath) || jsonPath.startsWith('.metadata.'), jsonPath);
      }
      for (const { jsonPath } of version?.selectableFields ?? []) assert.ok(known.includes(jsonPath), jsonPath);
    });
  });
}
