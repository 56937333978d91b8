import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { changeAccountBody, createAccountBody } from './bodies.js';

interface Described {
  description?: string;
  properties?: Record<string, Described>;
}

const undescribed = ({ description, properties }: Described, name: string): string[] => [
  ...(description ? [] : [name]),
  ...Object.entries(properties ?? {}).flatMap(([key, value]) => undescribed(value, `${name}.${key}`)),
];

describe('the bodies of the admin routes', () => {
  it('can be written as JSON Schema, with a description of every property', () => {
    for (const [name, body] of Object.entries({ createAccountBody, changeAccountBody })) {
      const described = z.toJSONSchema(body, { io: 'input' }) as Described;
      assert.ok(Object.keys(described.properties ?? {}).length > 3);
      assert.deepEqual(undescribed(described, name), []);
    }
  });
});
