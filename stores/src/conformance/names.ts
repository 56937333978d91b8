import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid } from '@tintype/crds';
import { refused, refusedAt } from './refused.js';
import { kinds, newObject, noted, withMetadata } from './samples.js';
import type { Stage } from './stage.js';

/** In a URL or NATS subject, some of these would match several objects. A missing setting may leave a name empty. */
const invalidNames = [
  '',
  'Upper',
  'a b',
  'a_b',
  'a/b',
  '.',
  '..',
  'a..b',
  'a%2fb',
  '*',
  '>',
  'a.>',
  'a\u0000',
  '\ud800',
  'x'.repeat(254),
];
const invalidNamespaces = [...invalidNames, 'a.b', 'x'.repeat(64)];
const notStrings = [null, 7, {}];

/** The first event; undefined if the watch ends without one. */
const firstOf = async <T>(events: AsyncIterable<T>): Promise<T | undefined> => {
  for await (const event of events) return event;
  return undefined;
};

/** A store refuses an impossible name as Invalid. It does not treat the name as that of a missing object. */
export const names = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`a name that no ${kind} can have`, () => {
      it('is refused by get and delete, which then read and delete nothing', async () => {
        const created = await stage.create(kind);
        const { namespace, name } = created.metadata;
        const keys = [
          ...[...invalidNames, ...notStrings, undefined].map((other) => ({ namespace, name: other })),
          ...[...invalidNamespaces, ...notStrings, undefined].map((other) => ({ namespace: other, name })),
        ];
        for (const key of keys) {
          await refused(stage.store.get(kind, key as never), Invalid);
          await refused(stage.store.delete(kind, key as never), Invalid);
        }
        for (const key of [undefined, null, 7, 'a', []]) {
          await refused(stage.store.get(kind, key as never), Invalid);
          await refused(stage.store.delete(kind, key as never), Invalid);
        }
        assert.deepEqual(await stage.read(kind, created), created);
      });

      it('is refused by update', async () => {
        const created = await stage.create(kind);
        for (const name of invalidNames)
          await refused(stage.store.update(kind, withMetadata(noted(created, 'x'), { name })), Invalid);
        for (const namespace of invalidNamespaces)
          await refused(stage.store.update(kind, withMetadata(noted(created, 'x'), { namespace })), Invalid);
        assert.deepEqual(await stage.read(kind, created), created);
      });

      it('is refused by create when it is missing', async () => {
        const { namespace, name } = await stage.newKey();
        await refusedAt('metadata.name', stage.store.create(kind, newObject(kind, { namespace } as never)));
        await refusedAt('metadata.namespace', stage.store.create(kind, newObject(kind, { name } as never)));
      });

      it('is refused by list and watch', async () => {
        const { namespace } = (await stage.create(kind)).metadata;
        const { resourceVersion } = await stage.store.list(kind, { namespace });
        const { signal } = new AbortController();
        const selectors = [
          ...[...invalidNames, ...notStrings, 'a,metadata.name=b'].map((name) => ({ namespace, name })),
          ...[...invalidNamespaces, ...notStrings].map((other) => ({ namespace: other })),
          null,
          7,
          'a',
          [],
          { namespace, labels: null },
          { namespace, labels: 'a' },
        ] as { namespace: string; name?: string }[];
        for (const selector of selectors) {
          await refused(stage.store.list(kind, selector), Invalid);
          await refused(firstOf(stage.store.watch(kind, { selector, resourceVersion, signal })), Invalid);
        }
      });
    });
  }
};
