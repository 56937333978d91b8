import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html, type PageHandler } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

/** Requests that the test answers on demand. */
const held = () => {
  const waiting = new Set<ServerResponse>();
  const hold: PageHandler = (_request, response) => void waiting.add(response);
  const release = () => {
    for (const response of waiting) response.end();
    waiting.clear();
  };
  return { hold, release };
};

/** The machine's other name is another site, whose frames have their own process. */
const withFrames =
  (...paths: string[]): PageHandler =>
  (request, response) => {
    const other = `http://localhost:${request.socket.localPort}`;
    const frames = paths.map((path) => `<iframe src="${path.replace('other:', other)}"></iframe>`);
    html(`<h1>main</h1>${frames.join('')}<button>Main</button>`)(request, response);
  };

const { hold, release } = held();

/** Busy, with short pauses, for longer than a snapshot waits for refs. */
const busyScript = `<script>
  const work = () => { for (const end = performance.now() + 1500; performance.now() < end;); };
  const busy = setInterval(work, 1504);
  fetch('/rests').then(() => clearInterval(busy));
  work();
</script>`;

interface Seen {
  snapshot: string;
  truncated: boolean;
}

const refsIn = (snapshot: string) => [...snapshot.matchAll(/\[ref=(e\d+)\]/g)].map(([, ref]) => ref);
const refOf = (snapshot: string, name: string) =>
  new RegExp(`button "${name}".* \\[ref=(e\\d+)\\]`).exec(snapshot)?.[1];

/** A frame that hangs until the test ends it. */
const hanging: Record<string, PageHandler> = {
  '/hangs': html('<p>advertisement</p><iframe src="/form"></iframe><script src="/waits.js"></script>'),
  '/waits.js': (_request, response) =>
    response.setHeader('content-type', 'text/javascript').end(`setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/held', false);
      request.send();
    })`),
  '/held': hold,
};

export const busyFrameCases = (): void => {
  const { act, done, refused, goto } = startActing({
    '/': withFrames('other:/busy', '/form'),
    '/one-hangs': withFrames('other:/hangs', '/form'),
    '/three-hang': withFrames('other:/hangs', 'other:/hangs', 'other:/hangs', '/form'),
    '/busy': html(`<button>Delete account</button>${busyScript}`),
    '/form': html('<button>Save</button>'),
    '/rests': hold,
    ...hanging,
  });

  describe('snapshots of pages with a frame that is busy', { timeout: 600_000 }, () => {
    it('give no two elements the same ref, also when the frame answers too late', async () => {
      let seen: Seen = { snapshot: '', truncated: false };
      await until('something of the frame is left out', async () => {
        await goto('/', { waitUntil: 'load' });
        seen = await done('snapshot');
        assert.equal(seen.truncated, refOf(seen.snapshot, 'Delete account') === undefined, seen.snapshot);
        return seen.truncated;
      });
      assert.match(seen.snapshot, /\n# (The content of \d frames? is|Refs are) left out: /);
      let later = '';
      await until('the frame is at rest', async () => {
        release();
        later = (await done('snapshot')).snapshot;
        return refOf(later, 'Delete account') !== undefined;
      });
      assert.equal(new Set(refsIn(later)).size, refsIn(later).length, later);
      assert.equal((await done('click', { ref: refOf(seen.snapshot, 'Save') })).elementText, 'Save');
      assert.equal((await done('click', { ref: refOf(later, 'Delete account') })).elementText, 'Delete account');
    });
  });

  describe('actions beside frames of another site that hang', { timeout: 600_000 }, () => {
    it('are done without them', async () => {
      await goto('/three-hang');
      let snapshot = '';
      await until('the frames hang', async () => {
        snapshot = (await done('snapshot')).snapshot;
        return snapshot.includes('# The content of 3 frames is left out');
      });
      const { elements } = await done('query', { selector: 'button', fields: ['text', 'bbox'] });
      assert.deepEqual(
        elements.map(({ text }: { text: string }) => text),
        ['Main', 'Save'],
      );
      assert.equal((await done('click', { ref: refOf(snapshot, 'Save') })).elementText, 'Save');
      for (const missing of [{ ref: 'e999' }, { selector: '#missing' }])
        assert.deepEqual((await refused('click', missing)).slice(0, 2), [422, 'selector_not_found']);
      release();
    });
  });

  describe('snapshots of pages with a frame of another site that hangs', { timeout: 600_000 }, () => {
    it('leave out what is in it, say so, and have it again once it answers', async () => {
      await goto('/one-hangs');
      let seen: Seen = { snapshot: '', truncated: false };
      await until('the frame hangs', async () => {
        seen = await done('snapshot');
        return seen.truncated;
      });
      assert.doesNotMatch(seen.snapshot, /advertisement/);
      assert.match(seen.snapshot, /^- iframe \[ref=e\d+\]\n- iframe \[ref=e\d+\]\n {2}- button "Save"/m);
      assert.match(seen.snapshot, /# The content of 1 frame is left out: no answer in time\./);
      const inPart = await done('snapshot', { interactiveOnly: true, maxTokens: 200 });
      assert.match(inPart.snapshot, /Main.*\[ref=.*\n# The content of 1 frame is left out/);
      assert.equal((await done('click', { ref: refOf(seen.snapshot, 'Save') })).elementText, 'Save');
      await until('the frame answers', async () => {
        release();
        seen = await done('snapshot');
        return seen.snapshot.includes('advertisement');
      });
      assert.equal(seen.truncated, false, seen.snapshot);
      assert.equal(new Set(refsIn(seen.snapshot)).size, refsIn(seen.snapshot).length, seen.snapshot);
      assert.equal((await act('screenshot')).status, 200);
    });
  });
};
