import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Asked, keepAsking } from './keep-asking.js';
import { ServiceError } from './service-error.js';

const errorOf = (status: number) => ServiceError.from(Response.json({ error: 'No.', code: 'some_code' }, { status }));

/** Tells when a call waits until the page shows. */
class PlayedPage extends EventTarget {
  hidden = false;
  readonly #waits = Promise.withResolvers<void>();
  readonly waits = this.#waits.promise;

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...args);
    this.#waits.resolve();
  }
}

describe('a repeated call', () => {
  let page: PlayedPage;
  let controller: AbortController;
  const global = globalThis as { document?: unknown };

  beforeEach(() => {
    page = new PlayedPage();
    global.document = page;
    controller = new AbortController();
  });
  afterEach(() => {
    controller.abort();
    delete global.document;
  });

  /** Ends with the third call at the latest. */
  const start = (outcome: () => Promise<string>) => {
    const shown: Asked<string>[] = [];
    const ended = keepAsking(outcome, {
      signal: controller.signal,
      periodOf: () => 1,
      show: (asked) => {
        shown.push(asked);
        if (shown.length === 3) controller.abort();
      },
    });
    return { shown, ended };
  };

  it('is made once in a hidden page, and again when it shows', async () => {
    page.hidden = true;
    const { shown, ended } = start(async () => 'yes');
    await page.waits;
    assert.deepEqual(shown, [{ value: 'yes', error: undefined }]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await ended;
    assert.equal(shown.length, 3);
  });

  it('ends while the page is hidden', async () => {
    page.hidden = true;
    const { shown, ended } = start(async () => 'yes');
    await page.waits;
    controller.abort();
    await ended;
    assert.equal(shown.length, 1);
  });

  for (const [status, calls] of [
    [403, 1],
    [404, 1],
    [429, 3],
    [503, 3],
  ] as const)
    it(`is made ${calls} times at ${status}`, async () => {
      const { shown, ended } = start(async () => {
        throw await errorOf(status);
      });
      await ended;
      assert.deepEqual(
        shown.map(({ error }) => error?.status),
        Array.from({ length: calls }, () => status),
      );
    });
});
