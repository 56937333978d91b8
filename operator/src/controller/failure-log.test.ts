import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { controllerFixture } from '../fixtures/controller-fixture.js';

describe('the log of a controller', () => {
  it('says why a key fails once for each cause, and that it is over', async () => {
    const causes = ['away since 1 s', 'away since 2 s', 'full', 'full', undefined, 'full'];
    const { source, clock, logged, begin } = controllerFixture(async () => {
      const cause = causes.shift();
      if (cause) throw new Error(cause);
    });
    await begin();
    const about = { controller: 'test', key: 'n/a' };
    const failed = (cause: string, retries: number) => ({
      err: new Error(cause),
      ...about,
      retries,
      message: 'cannot reconcile: trying again',
    });
    const over = (retries: number) => ({ ...about, retries, message: 'reconciled after failures' });
    source.add('n/a');
    await clock.advance(10_000);
    const first = [failed('away since 1 s', 0), failed('full', 2), over(4)];
    assert.deepEqual(logged, first);
    source.add('n/a');
    await clock.advance(10_000);
    assert.deepEqual(logged, [...first, failed('full', 0), over(1)]);
  });

  it('logs each key', async () => {
    const { source, clock, logged, begin } = controllerFixture(async () => {
      throw new Error('away');
    });
    await begin();
    source.add('a', 'b');
    await clock.advance(10_000);
    assert.deepEqual(
      logged.map((each) => (each as { key: string }).key),
      ['a', 'b'],
    );
  });
});
