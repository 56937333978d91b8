import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../kit/acting-session.js';
import { html, type PageHandler } from '../kit/pages.js';
import { until } from '../kit/until.js';

/** Requests that are answered when the test says so. */
const held = () => {
  const waiting = new Set<ServerResponse>();
  const hold: PageHandler = (_request, response) => void waiting.add(response);
  const release = () => {
    for (const response of waiting) response.end();
    waiting.clear();
  };
  return { hold, release };
};

/** The other name of this machine is another site, whose frames have a process of their own. */
const withFrames =
  (...paths: string[]): PageHandler =>
  (request, response) => {
    const other = `http://localhost:${request.socket.localPort}`;
    const frames = paths.map((path) => `<iframe src="${path.replace('other:', other)}"></iframe>`);
    html(`<h1>main</h1>${frames.join('')}<button>Main</button>`)(request, response);
  };

const { hold, release } = held();

/** Busy for longer than a snapshot waits for its refs, with moments between, until it is told to end. */
const busyScript = `<script>
  const work = () => { for (const end = performance.now() + 1500; performance.now() < end;); };
  const busy = setInterval(work, 1504);
  fetch('/rests').then(() => clearInterval(busy));
  work();
</script>`;

const refsIn = (snapshot: string) => [...snapshot.matchAll(/\[ref=(e\d+)\]/g)].map(([, ref]) => ref);
const refOf = (snapshot: string, name: string) =>
  new RegExp(`button "${name}".* \\[ref=(e\\d+)\\]`).exec(snapshot)?.[1];

describe('snapshots of pages with a frame that is busy', { timeout: 300_000 }, () => {
  const { done, goto } = startActing({
    '/': withFrames('other:/busy', '/form'),
    '/busy': html(`<button>Delete account</button>${busyScript}`),
    '/form': html('<button>Save</button>'),
    '/rests': hold,
  });

  it('give no two elements the same ref, also when the frame answers too late', async () => {
    let seen = '';
    await until('the frame answers too late', async () => {
      await goto('/', { waitUntil: 'load' });
      seen = (await done('snapshot')).snapshot;
      return seen.includes('Delete account') && refOf(seen, 'Delete account') === undefined;
    });
    let later = '';
    await until('the frame is at rest', async () => {
      release();
      later = (await done('snapshot')).snapshot;
      return refOf(later, 'Delete account') !== undefined;
    });
    assert.equal(new Set(refsIn(later)).size, refsIn(later).length, later);
    assert.equal((await done('click', { ref: refOf(seen, 'Save') })).elementText, 'Save');
    assert.equal((await done('click', { ref: refOf(later, 'Delete account') })).elementText, 'Delete account');
  });
});
