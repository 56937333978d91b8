import type { Kinds, NewKinds, OwnKind } from '../kinds/kinds.js';
import type { ObjectKey } from '../object/object-meta.js';
import type { ResourceStore } from '../store/resource-store.js';
import { badPools } from './bad-pools.js';
import { badSessions } from './bad-sessions.js';
import { goodPools } from './good-pools.js';
import { goodSessions } from './good-sessions.js';
import type { BadSpecimen, GoodSpecimen, Parts, Specimen } from './specimen.js';

export const goodSpecimens: readonly GoodSpecimen[] = [...goodSessions, ...goodPools];

export const badSpecimens: readonly BadSpecimen[] = [...badSessions, ...badPools];

type Own = Kinds[OwnKind];

export type SpecimenStore = Pick<ResourceStore, 'create' | 'update' | 'updateStatus'>;

/**
 * Acts like a client: stores the object before the change, then changes it; spec and status by separate calls. Returns
 * the stored object; fails as the store does.
 */
export const storeSpecimen = async (store: SpecimenStore, specimen: Specimen, metadata: ObjectKey): Promise<Own> => {
  const { kind, before } = specimen;
  const object = ({ spec }: Parts) => ({
    apiVersion: 'tintype.dev/v1alpha1',
    kind,
    metadata,
    ...(spec !== undefined && { spec }),
  });
  const withStatus = async (stored: Own, { status }: Parts) =>
    status === undefined ? stored : store.updateStatus(kind, { ...stored, status } as Own);

  const created = await store.create(kind, object(before ?? specimen) as unknown as NewKinds[OwnKind]);
  const old = await withStatus(created, before ?? specimen);
  if (!before) return old;
  const updated = await store.update(kind, { ...old, spec: specimen.spec } as Own);
  return withStatus(updated, specimen);
};
