import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeHandler, ChangeReason } from '@tintype/stores';
import { changesOf } from './source.js';

interface Child {
  owner: string;
  version: number;
}

/** An informer that the test controls. */
const stage = (concerns?: (previous: Child | undefined, current: Child | undefined) => boolean) => {
  const handlers = new Set<ChangeHandler<Child>>();
  const added: string[] = [];
  const informer = {
    onChange: (handler: ChangeHandler<Child>) => {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    whenSynced: async () => {},
  };
  const end = changesOf(informer, ({ owner }) => [owner], concerns).start({
    add: (key, lane) => added.push(`${key} ${lane}`),
  });
  const setPodStatus = (previous: Child | undefined, current: Child | undefined, cause: ChangeReason = 'change') => {
    for (const handler of handlers) handler(previous, current, cause);
  };
  return { added, setPodStatus, end };
};

describe('changesOf', () => {
  it('names the keys of the object as it was and as it is, each once', () => {
    const { added, setPodStatus } = stage();
    setPodStatus(undefined, { owner: 'a', version: 1 });
    setPodStatus({ owner: 'a', version: 1 }, { owner: 'a', version: 2 });
    setPodStatus({ owner: 'a', version: 2 }, { owner: 'b', version: 3 });
    setPodStatus({ owner: 'b', version: 3 }, undefined);
    assert.deepEqual(added, ['a normal', 'a normal', 'a normal', 'b normal', 'b normal']);
  });

  it('puts first lists and resyncs into the low lane', () => {
    const { added, setPodStatus } = stage();
    const child = { owner: 'a', version: 1 };
    setPodStatus(undefined, child, 'initial');
    setPodStatus(child, child, 'resync');
    assert.deepEqual(added, ['a low', 'a low']);
  });

  it('filters changes that do not concern it, but no first list or resync', () => {
    const { added, setPodStatus } = stage((previous, current) => previous?.version !== current?.version);
    const child = { owner: 'a', version: 1 };
    setPodStatus(child, { ...child });
    setPodStatus(child, child, 'resync');
    setPodStatus(child, { ...child, version: 2 });
    assert.deepEqual(added, ['a low', 'a normal']);
  });

  it('ends', () => {
    const { added, setPodStatus, end } = stage();
    end();
    setPodStatus(undefined, { owner: 'a', version: 1 });
    assert.deepEqual(added, []);
  });
});
