import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeCause, ChangeHandler } from '@tintype/stores';
import { changesOf } from './source.js';

interface Child {
  owner: string;
  version: number;
}

/** An informer that says what the test says. */
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
  const tell = (previous: Child | undefined, current: Child | undefined, cause: ChangeCause = 'change') => {
    for (const handler of handlers) handler(previous, current, cause);
  };
  return { added, tell, end };
};

describe('changesOf', () => {
  it('names the keys of the object as it was and as it is, each once', () => {
    const { added, tell } = stage();
    tell(undefined, { owner: 'a', version: 1 });
    tell({ owner: 'a', version: 1 }, { owner: 'a', version: 2 });
    tell({ owner: 'a', version: 2 }, { owner: 'b', version: 3 });
    tell({ owner: 'b', version: 3 }, undefined);
    assert.deepEqual(added, ['a normal', 'a normal', 'a normal', 'b normal', 'b normal']);
  });

  it('puts what nobody waits for into the low lane', () => {
    const { added, tell } = stage();
    const child = { owner: 'a', version: 1 };
    tell(undefined, child, 'initial');
    tell(child, child, 'resync');
    assert.deepEqual(added, ['a low', 'a low']);
  });

  it('leaves out changes that do not concern it, but never what was there or is told again', () => {
    const { added, tell } = stage((previous, current) => previous?.version !== current?.version);
    const child = { owner: 'a', version: 1 };
    tell(child, { ...child });
    tell(child, child, 'resync');
    tell(child, { ...child, version: 2 });
    assert.deepEqual(added, ['a low', 'a normal']);
  });

  it('ends', () => {
    const { added, tell, end } = stage();
    end();
    tell(undefined, { owner: 'a', version: 1 });
    assert.deepEqual(added, []);
  });
});
