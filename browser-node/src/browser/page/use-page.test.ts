import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usePage } from './use-page.js';

describe('usePage', () => {
  const fakePage = () => {
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    const page = {
      gone: gone.promise,
      disposed: 0,
      dispose: async () => {
        page.disposed += 1;
      },
    };
    return { page, lose: gone.reject };
  };
  const hang = () => new Promise<never>(() => undefined);
  const never = new AbortController().signal;

  it('closes the page after the work', async () => {
    const { page } = fakePage();
    assert.equal(await usePage(page, never, async () => 7), 7);
    assert.equal(page.disposed, 1);
  });

  it('closes a page that hangs when its render is over', async () => {
    const { page } = fakePage();
    const over = new AbortController();
    const used = usePage(page, over.signal, hang);
    over.abort(new Error('over'));
    await assert.rejects(used, /over/);
    assert.equal(page.disposed, 1);
  });

  it('closes a page that came only when its render was over', async () => {
    const { page } = fakePage();
    await assert.rejects(usePage(page, AbortSignal.abort(new Error('over')), hang), /over/);
    assert.equal(page.disposed, 1);
  });

  it('ends with a page that crashes', async () => {
    const { page, lose } = fakePage();
    const used = usePage(page, never, hang);
    lose(new Error('crashed'));
    await assert.rejects(used, /crashed/);
    assert.equal(page.disposed, 1);
  });
});
