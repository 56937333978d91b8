import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid, type Kind, type Kinds, type NewKinds } from '@tintype/crds';
import { refused, refusedAt } from './refused.js';
import { kinds, kindsWithStatus, newObject, statuses, withMetadata, withStatus } from './samples.js';
import type { Stage } from './stage.js';

/** References to a Pod, but for what each says itself. */
const owned = (...owners: object[]) => ({
  ownerReferences: owners.map((owner) => ({ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', ...owner })),
});

/** Metadata that no compiled client sends, and JSON from elsewhere may hold; with the path that the error names. */
const brokenMetadata: [string, object][] = [
  ['metadata.annotations.a', { annotations: { a: 7 } }],
  ['metadata.annotations.a', { annotations: { a: null } }],
  ['metadata.labels.a', { labels: { a: null } }],
  ['metadata.labels', { labels: 'text' }],
  ['metadata.finalizers', { finalizers: 'text' }],
  ['metadata.finalizers[0]', { finalizers: [7] }],
  ['metadata.ownerReferences', { ownerReferences: 'text' }],
  ['metadata.ownerReferences[0].uid', { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a' }] }],
  ['metadata.ownerReferences[0].controller', owned({ controller: 'yes' })],
  ['metadata.ownerReferences[0].blockOwnerDeletion', owned({ blockOwnerDeletion: 7 })],
  ['metadata.ownerReferences[0].apiVersion', owned({ apiVersion: 'a/b/c' })],
  ['metadata.ownerReferences[0]', owned({ kind: 'Event' })],
  ['metadata.ownerReferences', owned({ controller: true }, { uid: 'v', controller: true })],
  ['metadata.generateName', { generateName: 7 }],
  ['metadata.selfLink', { selfLink: 7 }],
  ['metadata.creationTimestamp', { creationTimestamp: 7 }],
  ['metadata.creationTimestamp', { creationTimestamp: 'bad' }],
  ['metadata.creationTimestamp', { creationTimestamp: '2026-02-30T00:00:00Z' }],
  ['metadata.deletionTimestamp', { deletionTimestamp: 7 }],
  ['metadata.deletionGracePeriodSeconds', { deletionGracePeriodSeconds: 'x' }],
  ['metadata.generation', { generation: 'x' }],
  ['metadata.generation', { generation: 1.5 }],
  ['metadata.managedFields', { managedFields: 'x' }],
  ['metadata.managedFields[0]', { managedFields: ['x'] }],
];

const broken = <T>(object: T, change: object): T => ({ ...object, ...change });

const ofMetadata = (stage: Stage, kind: Kind): void => {
  it('is refused with metadata of another type, at the path that is wrong', async () => {
    const key = await stage.key();
    const made = await stage.made(kind);
    for (const [path, change] of brokenMetadata) {
      await refusedAt(path, stage.store.create(kind, newObject(kind, { ...key, ...change })));
      await refusedAt(path, stage.store.update(kind, withMetadata(made, change)));
    }
    await refusedAt('metadata.uid', stage.store.create(kind, newObject(kind, { ...key, ...{ uid: 7 } })));
    assert.equal(await stage.store.get(kind, key), undefined);
    assert.deepEqual(await stage.read(kind, made), made);
  });

  it('may have nothing where an API server decides', async () => {
    const nothing = {
      uid: null,
      generateName: null,
      creationTimestamp: null,
      deletionTimestamp: null,
      generation: null,
    };
    const made = await stage.store.create(kind, newObject(kind, { ...(await stage.key()), ...(nothing as object) }));
    assert.equal(made.metadata.deletionTimestamp, undefined);
    assert.ok(made.metadata.uid);
  });

  it('cannot be marked as deleted by an update', async () => {
    const made = await stage.made(kind);
    for (const change of [{ deletionTimestamp: '2026-01-01T00:00:00Z' }, { deletionGracePeriodSeconds: 5 }])
      await refusedAt('metadata.deletion', stage.store.update(kind, withMetadata(made, change as object)));
    assert.deepEqual(await stage.read(kind, made), made);
  });

  it('is refused without a name, a namespace, or metadata', async () => {
    const sample = newObject(kind, await stage.key());
    const without = (...parts: (keyof typeof sample.metadata)[]) => {
      const metadata = Object.fromEntries(
        Object.entries(sample.metadata).filter(([part]) => !parts.includes(part as never)),
      );
      return broken(sample, { metadata });
    };
    await refusedAt('metadata.name', stage.store.create(kind, without('name')));
    await refusedAt('metadata.namespace', stage.store.create(kind, without('namespace')));
    await refusedAt('metadata', stage.store.create(kind, broken(sample, { metadata: undefined })));
  });

  it('is refused when it is made from one that was read, which has a version', async () => {
    const made = await stage.made(kind);
    const other = { ...made, metadata: { ...made.metadata, name: 'b' } } as unknown as NewKinds[typeof kind];
    await refusedAt('metadata.resourceVersion', stage.store.create(kind, other));
    await refusedAt('metadata.resourceVersion', stage.store.create(kind, made as unknown as NewKinds[typeof kind]));
  });
};

const ofTheRest = (stage: Stage, kind: Kind): void => {
  it('is refused when it says that it is something else', async () => {
    const sample = newObject(kind, await stage.key());
    await refused(stage.store.create(kind, broken(sample, { kind: 'Nonsense' })), Invalid);
    await refused(stage.store.create(kind, broken(sample, { apiVersion: 'v7' })), Invalid);
    await refused(stage.store.create(kind, broken(sample, { kind: undefined, apiVersion: undefined })), Invalid);
  });

  it('is refused when it is not JSON', async () => {
    const sample = newObject(kind, await stage.key());
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    for (const spec of [undefined, 'text', { ...sample.spec, circle }, { ...sample.spec, number: 7n }])
      await refused(stage.store.create(kind, broken(sample, { spec })), Invalid);
  });
};

/** Between 1 MiB and the 1.5 MiB that every engine refuses it depends on the engine. */
const mebibyte = 1024 * 1024;

const long = (kind: Kind, bytes: number): object => {
  const text = 'x'.repeat(bytes);
  if (kind === 'Lease') return { spec: { holderIdentity: text } };
  return kind === 'Pod' ? { spec: { containers: [{ name: 'browser', image: 'browser:1', args: [text] }] } } : {};
};

const ofSize = (stage: Stage): void => {
  for (const kind of ['Pod', 'Lease'] as const) {
    it(`of kind ${kind} is kept with 1 MiB, and refused for good with 2 and 3`, async () => {
      const key = await stage.key();
      for (const size of [2, 2.5, 3.5]) {
        const large = broken(newObject(kind, key), long(kind, size * mebibyte));
        await refused(stage.store.create(kind, large), Invalid);
      }
      const small = await stage.store.create(kind, broken(newObject(kind, key), long(kind, mebibyte - 4096)));
      assert.deepEqual(await stage.read<Kind>(kind, small), small);
    });
  }

  for (const kind of ['BrowserSession', 'BrowserPool'] as const)
    it(`of kind ${kind} is refused for good with an unknown field of 2 MiB, though it would lose it`, async () => {
      const key = await stage.key();
      const large = { unknown: 'x'.repeat(2 * mebibyte) };
      const sent = newObject(kind, key);
      await refused(stage.store.create(kind, broken(sent, { spec: { ...sent.spec, ...large } })), Invalid);
      const made = await stage.store.create(kind, sent);
      await refused(stage.store.update(kind, broken(made, large) as typeof made), Invalid);
    });

  it('is refused with a status that makes it too large', async () => {
    const pod = await stage.made('Pod');
    const status = { ...pod.status, message: 'x'.repeat(2 * mebibyte) };
    await refused(stage.store.updateStatus('Pod', { ...pod, status }), Invalid);
    assert.deepEqual(await stage.read('Pod', pod), pod);
  });
};

/** What a store makes of objects that do not have the shape of their kind. */
export const shapes = (stage: Stage): void => {
  for (const kind of kinds)
    describe(`a ${kind} that is sent`, () => {
      ofMetadata(stage, kind);
      ofTheRest(stage, kind);
    });

  for (const kind of kindsWithStatus)
    it(`refuses metadata of another type with the status of a ${kind}, too`, async () => {
      const made = await stage.made(kind);
      const sent = withStatus<Kinds[typeof kind]>(made, statuses[kind]);
      await refusedAt(
        'metadata.labels.a',
        stage.store.updateStatus(kind, withMetadata(sent, { labels: { a: null as never } })),
      );
      await refused(stage.store.updateStatus(kind, withStatus(made, 'text' as never)), Invalid);
    });

  describe('an object', () => ofSize(stage));

  it('refuses the status of a kind that has none, whatever else is wrong', async () => {
    const lease = await stage.made('Lease');
    await refused(stage.store.updateStatus('Lease', lease), Invalid);
    await stage.store.delete('Lease', lease.metadata);
    await refused(stage.store.updateStatus('Lease', lease), Invalid);
  });

  it('refuses a Pod without containers', async () => {
    const pod = await stage.made('Pod');
    const { containers: _, ...spec } = pod.spec;
    await refusedAt(
      'spec.containers',
      stage.store.create('Pod', broken(newObject('Pod', await stage.key()), { spec })),
    );
    await refusedAt('spec.containers', stage.store.update('Pod', broken(pod, { spec })));
  });

  it('refuses options of a deletion that say nothing', async () => {
    const { metadata } = await stage.made('Pod');
    for (const options of [
      { uid: 7 },
      { resourceVersion: 7 },
      { gracePeriodSeconds: 1.5 },
      { gracePeriodSeconds: '0' },
    ])
      await refused(stage.store.delete('Pod', metadata, options as never), Invalid);
    assert.ok(await stage.store.get('Pod', metadata));
  });
};
