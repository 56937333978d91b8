import { type Kind, kindInfo, type ResourceStore } from '@tintype/crds';

/** A store whose writes are counted by verb and resource, as an API server would count them. */
export const countedStore = (store: ResourceStore, counts: Record<string, number>): ResourceStore => {
  const count = (verb: string, kind: Kind, part = ''): void => {
    const call = `${verb} ${kindInfo[kind].plural}${part}`;
    counts[call] = (counts[call] ?? 0) + 1;
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: (...call) => store.watch(...call),
    create: (kind, ...call) => {
      count('create', kind);
      return store.create(kind, ...call);
    },
    update: (kind, ...call) => {
      count('update', kind);
      return store.update(kind, ...call);
    },
    updateStatus: (kind, ...call) => {
      count('update', kind, '/status');
      return store.updateStatus(kind, ...call);
    },
    delete: (kind, ...call) => {
      count('delete', kind);
      return store.delete(kind, ...call);
    },
  };
};
