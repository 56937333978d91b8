import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from '../pages/pages.js';
import { until } from '../until.js';
import type { ActingSession } from './acting-session.js';

/** Repeats a script in the page. */
export const often = (script: string, pauseMs = 100) =>
  `<script>setInterval(() => { ${script} }, ${pauseMs});</script>`;

const many = (script: string) => `for (let i = 0; i < 2000; i += 1) { ${script} }`;
const worker = `setInterval(() => { ${many('console.log({ i })')} }, 100);`;

/** Pages that can be silenced. */
const flooding = {
  // Five times the rate that is silenced: the browser and the node have little work.
  '/floods-slowly': html(often(many('console.log(i)'), 400)),
  '/floods': html(often(many('console.log(i)'))),
  '/floods-with-errors': html(often(many('reportError(new Error(i))'))),
  '/floods-without-end': html('<script>setTimeout(() => { for (let i = 0; ; i += 1) console.log(i); }, 100);</script>'),
  '/floods-in-worker': html(
    `<script>new Worker('data:text/javascript,' + encodeURIComponent(${JSON.stringify(worker)}));</script>`,
  ),
};

export type FloodingPage = keyof typeof flooding;
export const silencedPages = Object.keys(flooding) as FloodingPage[];

/** All of them, one that cannot be silenced, and the page that `assertAlive` needs. */
export const floodingPages = {
  ...flooding,
  // Seldom enough that the browser answers: it is closed after 4 s of CPU instead of 20.
  '/floods-anyway': html(`<script>const log = console.log.bind(console);</script>${often(many('log(i)'), 400)}`),
  '/there': html('<h1>there</h1>'),
};

export const untilNoted = ({ act }: ActingSession, what: RegExp): Promise<void> =>
  until(`${what} is noted`, async () => {
    const { body } = await act('title', {}, 3000);
    return (body.notes ?? []).some((note: string) => what.test(note));
  });

export const assertAlive = async ({ done, goto, url }: ActingSession): Promise<void> => {
  await done('screenshot');
  await done('console');
  assert.equal((await goto('/there')).body.url, url('/there'));
  assert.equal((await done('title')).title, 'test');
};

/** Tests that these pages are silenced, this many `times`, and that the session lives on. */
export const keepFromFlooding = (acting: ActingSession, paths: readonly FloodingPage[], times = 1): void => {
  for (const path of paths)
    it(`are kept from it, and the session lives on: ${path}`, async () => {
      await acting.goto(path);
      // A page is silent for 10 s and then starts again.
      for (let time = 0; time < times; time += 1) await untilNoted(acting, /2000 console lines in 2 s/);
      await assertAlive(acting);
    });
};
