import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Asked, keepAsking } from './keep-asking.js';
import { ServiceError } from './service-error.js';

const errorOf = (status: number) => ServiceError.from(Response.json({ error: 'No.', code: 'some_code' }, { status }));

describe('a repeated call', () => {
  let page: EventTarget & { hidden: boolean };
  let controller: AbortController;
  const global = globalThis as { document?: unknown };

  beforeEach(() => {
    page = Object.assign(new EventTarget(), { hidden: false });
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
  const someTime = () => new Promise((resolve) => setTimeout(resolve, 20));

  it('is made once in a hidden page, and again when it shows', async () => {
    page.hidden = true;
    const { shown, ended } = start(async () => 'yes');
    await someTime();
    assert.deepEqual(shown, [{ value: 'yes', error: undefined }]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await ended;
    assert.equal(shown.length, 3);
  });

  it('ends while the page is hidden', async () => {
    page.hidden = true;
    const { shown, ended } = start(async () => 'yes');
    await someTime();
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
