import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { readRestless, restlessPages } from '../../../../kit/browser-node/restless-pages.js';
import { html, type PageHandler } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';
import { measureSnapshots, sizesHead, sizesRow, snapshotKinds } from '../../../../pages/snapshot-sizes.js';
import { type PageTask, pageTasks } from '../../../../pages/tasks.js';

const docs = readFileSync(new URL('../../../../../../docs/actions.md', import.meta.url), 'utf8');

const pages = Object.fromEntries(
  pageTasks.map(({ html: text }, at): [string, PageHandler] => [
    `/${at}`,
    (_request, response) => response.setHeader('content-type', 'text/html').end(text),
  ]),
);

/** Numbers of a row. The next Chromium may write a role or name differently. */
const numbersIn = (row: string) => row.match(/[\d,.]+/g)?.map((number) => Number(number.replaceAll(',', ''))) ?? [];

const assertClose = (row: string, name: string) => {
  const written = docs.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  const [measured, told] = [numbersIn(row), numbersIn(written)];
  const isClose =
    measured.length === told.length &&
    measured.every((number, at) => Math.abs(number - (told[at] ?? 0)) <= 0.1 * number + 0.2);
  assert.ok(isClose, `docs/actions.md is to have, as make snapshots prints it:\n${row}\nand has:\n${written}`);
};

const framesOfEach = 10;

/** Half of the frames are of another site and have their own process. */
const many: PageHandler = (request, response) => {
  const other = `http://localhost:${request.socket.localPort}`;
  const frame = (from: string) => `<iframe src="${from}/one" style="width:90px;height:30px"></iframe>`;
  html(`${frame('').repeat(framesOfEach)}${frame(other).repeat(framesOfEach)}`)(request, response);
};

export const snapshotCases = (): void => {
  const acting = startActing({
    ...pages,
    ...restlessPages,
    '/frames': many,
    '/one': html('<button id="b">b</button>'),
  });
  const { done, goto } = acting;

  describe('snapshots of ten pages', { timeout: 600_000 }, () => {
    /** Acts like an agent that sees only the snapshot. */
    const play = async ({ steps, ends, name }: PageTask) => {
      for (const [type, line, payload] of steps) {
        const { snapshot } = await done('snapshot');
        const found = snapshot.split('\n').find((each: string) => line.test(each)) ?? '';
        const [, ref] = /\[ref=(e\d+)\]$/.exec(found) ?? [];
        assert.ok(ref, `${name}: ${line} in\n${snapshot}`);
        await done(type, { ...payload, ref });
      }
      assert.match((await done('title')).title, ends);
    };

    it('have a table of their sizes in docs/actions.md', () => assert.ok(docs.includes(sizesHead), sizesHead));

    for (const [at, task] of pageTasks.entries()) {
      it(`fit what they may take, and are enough to act on: ${task.name}`, async () => {
        await goto(`/${at}`, { vw: 1280, vh: 800 });
        const sizes = await measureSnapshots(task, (payload) => done('snapshot', payload));
        const [html, ...snapshots] = sizes;
        for (const [kind, payload] of Object.values(snapshotKinds).entries()) {
          const { tokens } = snapshots[kind] ?? { tokens: Infinity };
          assert.ok(tokens <= ('maxTokens' in payload ? payload.maxTokens : 4000), `${task.name}: ${tokens}`);
          assert.ok(tokens < (html?.tokens ?? 0), `${task.name} is larger than its HTML`);
        }
        assertClose(sizesRow(task, sizes), task.name);
        await play(task);
      });
    }
  });

  describe('snapshots of a page of many frames', { timeout: 600_000 }, () => {
    it('show the content of each frame, with refs', async () => {
      await goto('/frames', { waitUntil: 'load' });
      let snapshot = '';
      // A busy machine may take longer over 20 frames than a snapshot waits.
      await until('each frame has answered', async () => {
        const seen = await done('snapshot');
        snapshot = seen.snapshot;
        return !seen.truncated;
      });
      assert.equal(snapshot.match(/^ {2}- button "b" \[ref=e\d+\]$/gm)?.length, 2 * framesOfEach, snapshot);
    });

    it('have refs in all lines that fit', async () => {
      const { snapshot } = await done('snapshot', { maxTokens: 200 });
      const [remark, ...lines] = snapshot.split('\n').toReversed();
      assert.match(remark, /^# \d+ more lines are left out: /);
      assert.ok(lines.length > 5, snapshot);
      for (const line of lines) assert.match(line, /\[ref=e\d+\]$/, snapshot);
    });
  });

  describe('pages that keep navigating', { timeout: 600_000 }, () => {
    readRestless(acting, { snapshots: 1, actions: 4 });
  });
};
