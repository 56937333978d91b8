import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import type { PageHandler } from '../../../kit/pages/pages.js';
import { measureSnapshots, sizesHead, sizesRow, snapshotKinds } from '../../../pages/snapshot-sizes.js';
import { type PageTask, pageTasks } from '../../../pages/tasks.js';

const docs = readFileSync(new URL('../../../../../docs/actions.md', import.meta.url), 'utf8');

const pages = Object.fromEntries(
  pageTasks.map(({ html }, at): [string, PageHandler] => [
    `/${at}`,
    (_request, response) => response.setHeader('content-type', 'text/html').end(html),
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

describe('snapshots of ten pages', { timeout: 600_000 }, () => {
  const { done, goto } = startActing(pages);

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
