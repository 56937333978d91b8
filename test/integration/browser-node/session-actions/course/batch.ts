import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { until } from '../../../../kit/until.js';

const pages = {
  '/': html('<h1>first</h1><input id="name">'),
  '/late': html(`<p id="hidden" style="display:none">x</p>
    <button onclick="setTimeout(() => { document.querySelector('#hidden').style = ''; }, 400)">show</button>`),
  // Its script waits for a server: the page is as busy as by a loop, and no core is.
  '/busy': html(`<p>x</p><script>addEventListener('load', () => setTimeout(() => {
    const call = new XMLHttpRequest();
    call.open('GET', '/blocks', false);
    call.send();
    document.title = 'through';
  }))</script>`),
  '/blocks': (_request: unknown, response: ServerResponse) => void setTimeout(() => response.end(), 6000),
  '/never': () => undefined,
};

export const batchCases = (): void => {
  describe('waiting, and batches of actions', { timeout: 600_000 }, () => {
    const { act, done, refused, goto, url, counts, site } = startActingHere();

    it('wait for an element, and succeed if it does not appear', async () => {
      await goto('/late');
      const waits = async (payload: object) => (await done('wait_for_selector', payload)).matched;
      assert.equal(await waits({ selector: '#hidden', visible: true, timeoutMs: 0 }), false);
      assert.equal(await waits({ selector: '#hidden', timeoutMs: 0 }), true);
      await done('click', { selector: 'button' });
      assert.equal(await waits({ selector: '#hidden', visible: true }), true);
      const { matched, notes } = await done('wait_for_selector', { selector: '#none', timeoutMs: 300, visble: true });
      assert.deepEqual(
        [matched, notes],
        [
          false,
          ['The field `visble` is unknown and has no effect. Did you mean `visible`?', 'No element matched in 300 ms.'],
        ],
      );
      assert.deepEqual((await refused('wait_for_selector', { selector: 'a[[' })).slice(0, 2), [400, 'invalid_request']);
      // It may appear after the action was stopped.
      const { status, body } = await act('wait_for_selector', { selector: '#none', timeoutMs: 5000 }, 1500);
      assert.deepEqual([status, body.code], [504, 'timeout']);
    });

    it('wait as long for an element in a busy page, whose script continues', async () => {
      await goto('/busy');
      const { status, body } = await act('wait_for_selector', { selector: '#none', timeoutMs: 500 }, 4500);
      assert.deepEqual([status, body.matched], [200, false]);
      await until('the script ends by itself', async () => (await done('title')).title === 'through');
    });

    it('wait for 2.5 s at most', async () => {
      const begun = performance.now();
      assert.equal((await done('wait_for_timeout', { timeoutMs: 60_000 })).waitedMs, 2500);
      assert.ok(performance.now() - begun >= 2490);
      assert.equal((await done('wait_for_timeout', { timeoutMs: 0 })).waitedMs, 0);
    });

    it('do 25 actions in one, in order', async () => {
      const begin = [
        { type: 'goto', payload: { url: url('/') } },
        { type: 'title' },
        { type: 'screenshot', payload: { vw: 320, vh: 200 } },
        { type: 'url', payload: { screenshot: true } },
      ];
      const typing = Array.from({ length: 21 }, (_, at) => ({
        type: 'type',
        payload: { selector: '#name', text: String(at % 10) },
      }));
      const before = await counts();
      const { results, completed, failedIndex } = await done('batch', { actions: [...begin, ...typing] });
      assert.deepEqual([completed, failedIndex, results.length], [25, null, 25]);
      assert.deepEqual(
        [results[0].url, results[1].title, results[24].value],
        [url('/'), 'test', '012345678901234567890'],
      );
      assert.deepEqual(results[1], { type: 'title', success: true, title: 'test' });
      for (const picture of [results[2], results[3].screenshot]) {
        const { width, height } = decodePng(Buffer.from(picture.bodyBase64, 'base64'));
        assert.deepEqual([width, height], [320, 200]);
      }
      const { byType, actions } = await counts();
      assert.equal(actions - before.actions, 26);
      assert.deepEqual([byType.type.success, byType.batch.success], [21, 1]);
    });

    it('stop at the first error, or continue if asked', async () => {
      await goto('/');
      const actions = [{ type: 'title' }, { type: 'press', payload: { key: 'a', ref: 'e999' } }, { type: 'url' }];
      const stopped = await done('batch', { actions });
      assert.deepEqual([stopped.completed, stopped.failedIndex, stopped.results.length], [1, 1, 2]);
      const { type, success, code, error } = stopped.results[1];
      assert.deepEqual([type, success, code], ['press', false, 'selector_not_found']);
      assert.match(error, /^No snapshot of this session has named an element e999/);
      const { completed, failedIndex, results } = await done('batch', { actions, stopOnError: false });
      assert.deepEqual([completed, failedIndex, results[2].url], [2, 1, url('/')]);
      const { byType } = await counts();
      assert.deepEqual(byType.press, { total: 2, success: 0, error: 2 });
    });

    it('are refused as a whole where one of them is wrong, and nothing is done', async () => {
      await goto('/');
      const good = { type: 'goto', payload: { url: url('/late') } };
      const before = await counts();
      for (const [payload, sentence] of [
        [{}, /The property `payload.actions` is missing. It takes a list of 1 to 25 actions/],
        [{ actions: [] }, /The property `payload.actions` takes a list/],
        [{ actions: Array(26).fill(good) }, /The property `payload.actions` takes a list/],
        [{ actions: [good, { type: 'fly' }] }, /In `payload.actions.1`: The action `fly` does not exist/],
        [
          { actions: [good, { type: 'goto' }] },
          /In `payload.actions.1`: The property `payload.url` is missing. It takes text/,
        ],
        [
          { actions: [good, { type: 'batch', payload: { actions: [good] } }] },
          /In `payload.actions.1`: A batch cannot hold another batch\./,
        ],
        [
          { actions: [good, { type: 'press', payload: { key: 'Nokey' } }] },
          /In `payload.actions.1`: The key "Nokey" does not exist/,
        ],
        [{ actions: [good, 'title'] }, /In `payload.actions.1`: Send an action as/],
        [{ actions: [good], stopOnError: 'no' }, /The property `payload.stopOnError` takes true or false/],
      ] as const) {
        const [status, code, said] = await refused('batch', payload);
        assert.deepEqual([status, code], [400, 'invalid_request']);
        assert.match(said, sentence);
      }
      assert.equal((await done('url')).url, url('/'));
      assert.equal((await counts()).actions, before.actions + 1);
    });

    it('report finished steps when their time is up, and the session lives on', async () => {
      await goto('/');
      const actions = [{ type: 'title' }, { type: 'goto', payload: { url: url('/never') } }, { type: 'title' }];
      const { status, body } = await act('batch', { actions, stopOnError: false }, 3500);
      assert.deepEqual([status, body.code], [504, 'timeout']);
      const { results, completed, failedIndex } = body.details;
      assert.deepEqual([completed, failedIndex, results.length], [1, 1, 2]);
      assert.equal(results[1].code, 'timeout');
      assert.equal((await done('title')).title, 'test');
    });

    it('have nothing of other actions between theirs', async () => {
      await goto('/');
      const actions = Array.from({ length: 20 }, () => ({ type: 'type', payload: { selector: '#name', text: 'a' } }));
      const hits = site.hits('/never');
      const first = act('goto', { url: url('/never') }, 1500);
      await until('it is under way', () => site.hits('/never') > hits);
      const batches = [done('batch', { actions }), done('batch', { actions })];
      const single = done('type', { selector: '#name', text: 'b' });
      await Promise.all([first, ...batches]);
      assert.match((await single).value, /^(a{20})*b$/);
      assert.match((await done('query', { selector: '#name', fields: ['value'] })).elements[0].value, /^(a{20}|b)*$/);
    });
  });

  function startActingHere() {
    const acting = startActing(pages as never);
    const { act, done, refused, goto, url, counts } = acting;
    return { act, done, refused, goto, url, counts, site: { hits: (path: string) => acting.site.hits(path) } };
  }
};
