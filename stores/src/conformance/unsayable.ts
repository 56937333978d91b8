import { describe, it } from 'node:test';
import type { Kind, Kinds, NewKinds } from '@tintype/crds';
import { refusedAt } from './refused.js';
import { kinds, newObject } from './samples.js';
import type { Stage } from './stage.js';

class Told {
  say = 'hello';
}

/**
 * What JSON cannot say. Some of it would be written as something else, a null or a text, and be kept as that; with where it
 * is in the spec, and the spec.
 */
const unsayable: [string, object][] = [
  ['spec.number: NaN', { number: Number.NaN }],
  ['spec.number: Infinity', { number: Number.POSITIVE_INFINITY }],
  ['spec.list[1].number: -Infinity', { list: [{}, { number: Number.NEGATIVE_INFINITY }] }],
  ['spec.date: a Date', { date: new Date(0) }],
  ['spec.map: a Map', { map: new Map() }],
  ['spec.bytes: a Uint8Array', { bytes: new Uint8Array(1) }],
  ['spec.told: a Told', { told: new Told() }],
  ['spec.act: a function', { act: () => 1 }],
  ['spec.list[0]: a symbol', { list: [Symbol('a')] }],
  ['spec.large: a bigint', { large: 7n }],
  // Copied field by field it would be no field, but the copy's prototype.
  ['spec.__proto__', JSON.parse('{"__proto__":{"a":1}}')],
];

const withSpec = <K extends Kind>(object: NewKinds[K] | Kinds[K], spec: object): Kinds[K] =>
  ({ ...object, spec: { ...object.spec, ...spec } }) as unknown as Kinds[K];

/** What no engine could keep as it was sent is refused before it is sent. */
export const unsayableValues = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`a ${kind} with what JSON cannot say`, () => {
      for (const [at, spec] of unsayable)
        it(`is refused for ${at}`, async () => {
          const key = await stage.key();
          await refusedAt(at, stage.store.create(kind, withSpec<typeof kind>(newObject(kind, key), spec) as never));
          const made = await stage.made(kind);
          await refusedAt(at, stage.store.update(kind, withSpec<typeof kind>(made, spec)));
        });
    });
  }
};
