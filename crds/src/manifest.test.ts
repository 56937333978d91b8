import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kindDefinitions, type OwnKind } from './kind-definitions.js';
import { type CustomResourceDefinition, manifests } from './manifest.js';
import type { StructuralSchema } from './structural-schema.js';

const schemaOf = ({ spec }: CustomResourceDefinition): StructuralSchema => {
  const schema = spec.versions[0]?.schema.openAPIV3Schema;
  assert.ok(schema);
  return schema;
};

/** The schema and all that are in it, with their places. */
const all = (schema: StructuralSchema, place = ''): [string, StructuralSchema][] => [
  [place, schema],
  ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => all(child, `${place}.${name}`)),
  ...(schema.items ? all(schema.items, `${place}[]`) : []),
  ...(schema.additionalProperties ? all(schema.additionalProperties, `${place}{}`) : []),
];

// A rule holds their names to it.
const longestName = 317;

/** Bytes of the longest JSON that a schema admits, with characters of up to six bytes (`\u0000`). */
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
  if (type === 'string' || schema['x-kubernetes-int-or-string']) return 6 * Number(maxLength) + 2;
  if (type === 'array') return Number(maxItems) * (largest(items ?? {}) + 1) + 2;
  if (additionalProperties) return Number(maxProperties) * (6 * longestName + 4 + largest(additionalProperties)) + 2;
  if (type !== 'object') return 20;
  return Object.entries(properties).reduce((sum, [name, field]) => sum + name.length + 4 + largest(field), 2);
};

for (const [kind, manifest] of Object.entries(manifests)) {
  describe(`the definition of ${kind}`, () => {
    const schema = schemaOf(manifest);
    const places = all(schema);
    const { properties = {} } = schema;

    it('describes every field, each with a sentence', () => {
      const fields = places.filter(([place]) => !/(\[\]|\{\})$/.test(place));
      const silent = fields.filter(([, { description }]) => !/^[A-Z].*[a-z.)]$/s.test(description ?? ''));
      assert.deepEqual(
        silent.map(([place]) => place),
        [],
      );
    });

    it('bounds every text, number, list and map, so that what a rule may cost is known', () => {
      const isBoundless = (each: StructuralSchema) =>
        (each.type === 'string' && !each.enum && each.maxLength === undefined) ||
        (each.type === 'integer' && (each.minimum === undefined || each.maximum === undefined)) ||
        (each.type === 'array' && each.maxItems === undefined) ||
        (each.additionalProperties !== undefined && each.maxProperties === undefined);
      const boundless = places.filter(([, each]) => isBoundless(each)).map(([place]) => place);
      // Generations are counted by the API server, without an end.
      assert.deepEqual(
        boundless.filter((place) => !place.endsWith('.observedGeneration')),
        [],
      );
    });

    it('gives a status 256 KiB at most', () => {
      const bytes = largest(properties.status ?? {});
      assert.ok(bytes > 1000 && bytes < 256 * 1024, `${bytes} bytes`);
    });

    it('has every rule of the kind', () => {
      const placed = places.flatMap(([, each]) => each['x-kubernetes-validations'] ?? []);
      assert.deepEqual(
        placed.map(({ rule }) => rule).sort(),
        kindDefinitions[kind as OwnKind].rules.map(({ rule }) => rule).sort(),
      );
    });

    it('shows and selects fields that there are', () => {
      const [version] = manifest.spec.versions;
      const known = places.map(([place]) => place);
      for (const { jsonPath } of version?.additionalPrinterColumns ?? []) {
        assert.ok(known.includes(jsonPath) || jsonPath.startsWith('.metadata.'), jsonPath);
      }
      for (const { jsonPath } of version?.selectableFields ?? []) assert.ok(known.includes(jsonPath), jsonPath);
    });
  });
}
