import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { startActing } from '../kit/browser-node/acting-session.js';
import { floodingPages, keepFromFlooding, silencedPages } from '../kit/browser-node/flooding-pages.js';
import { readRestless, restlessPages } from '../kit/browser-node/restless-pages.js';
import { html } from '../kit/pages/pages.js';
import { until } from '../kit/until.js';

describe('pages that flood the console', { timeout: 600_000 }, () => {
  const acting = startActing(floodingPages);
  keepFromFlooding(acting, ['/floods'], 2);
  keepFromFlooding(
    acting,
    silencedPages.filter((path) => path !== '/floods'),
  );
});

describe('pages that keep navigating', { timeout: 600_000 }, () => {
  readRestless(startActing(restlessPages), { snapshots: 10, actions: 40 });
});

describe('a page that logs more than anybody reads', { timeout: 600_000 }, () => {
  const most = limits.cdpAnswerBytes;
  const acting = startActing({
    '/': html(`<button id="log" onclick="console.log('x'.repeat(${most}))">log</button>
      <button id="move" onclick="history.pushState(0, '', '#' + 'x'.repeat(${most}))">move</button>`),
  });
  const { act, goto } = acting;

  it('is not heard where it only talks, and ends a session that cannot follow it any more', async () => {
    await goto('/');
    // The page logs longer than the action may take.
    await act('click', { selector: '#log' });
    await until('the page answers', async () => (await act('title')).body.title === 'test');
    await act('click', { selector: '#move' });
    await until('the session is over', async () => (await act('title')).status === 409);
    assert.equal((await acting.node.written())?.crashed, true);
  });
});
