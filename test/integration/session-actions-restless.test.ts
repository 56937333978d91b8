import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../kit/acting-session.js';
import { html } from '../kit/pages.js';
import { until } from '../kit/until.js';

const often = (script: string, pauseMs = 100) => `<script>setInterval(() => { ${script} }, ${pauseMs});</script>`;
const many = (script: string) => `for (let i = 0; i < 2000; i += 1) { ${script} }`;

const pages = {
  '/': html('<h1>first</h1>'),
  '/there': html('<h1>there</h1>'),
  '/floods': html(often(many('console.log(i)'))),
  '/floods-with-errors': html(often(many('reportError(new Error(i))'))),
  '/floods-without-end': html('<script>setTimeout(() => { for (let i = 0; ; i += 1) console.log(i); }, 100);</script>'),
  '/floods-in-worker': html(`<script>new Worker('data:text/javascript,' + encodeURIComponent(
    ${JSON.stringify(`setInterval(() => { ${many('console.log({ i })')} }, 100);`)}));</script>`),
  '/floods-anyway': html(`<script>const log = console.log.bind(console);</script>${often(many('log(i)'))}`),
};

describe('pages that write to the console without end', { timeout: 400_000 }, () => {
  const { act, done, goto, url } = startActing(pages as never);

  const noted = async (what: RegExp) => {
    await until(`${what} is noted`, async () => {
      const { body } = await act('title', {}, 3000);
      return (body.notes ?? []).some((note: string) => what.test(note));
    });
  };

  const isAlive = async () => {
    await done('screenshot');
    await done('console');
    assert.equal((await goto('/there')).body.url, url('/there'));
    assert.equal((await done('title')).title, 'test');
  };

  for (const path of ['/floods', '/floods-with-errors', '/floods-without-end', '/floods-in-worker'])
    it(`are kept from it, and the session lives on: ${path}`, async () => {
      await goto(path);
      // A page that is only kept from it for a while begins again.
      for (let time = 0; time < (path === '/floods' ? 2 : 1); time += 1) await noted(/1000 lines a second/);
      await isAlive();
    });

  it('are ended where they cannot be kept from it', async () => {
    await goto('/floods-anyway');
    await noted(/wrote to its console without end, and was ended/);
    assert.equal((await done('url')).url, 'about:blank');
    await isAlive();
  });
});
