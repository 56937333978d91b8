import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import { html, type PageHandler } from '../../../kit/pages/pages.js';

const framesOfEach = 30;

/** Half of the frames are of another site and have their own process. */
const many: PageHandler = (request, response) => {
  const other = `http://localhost:${request.socket.localPort}`;
  const frame = (from: string) => `<iframe src="${from}/one" style="width:90px;height:30px"></iframe>`;
  html(`${frame('').repeat(framesOfEach)}${frame(other).repeat(framesOfEach)}`)(request, response);
};

describe('snapshots of a page of many frames', { timeout: 600_000 }, () => {
  const { done, goto } = startActing({ '/': many, '/one': html('<button id="b">b</button>') });

  it('show the content of each frame, with refs', async () => {
    await goto('/', { waitUntil: 'load' });
    const { snapshot, truncated } = await done('snapshot');
    assert.equal(snapshot.match(/^ {2}- button "b" \[ref=e\d+\]$/gm)?.length, 2 * framesOfEach, snapshot);
    assert.equal(truncated, false);
  });

  it('have refs in all lines that fit', async () => {
    await goto('/', { waitUntil: 'load' });
    const { snapshot } = await done('snapshot', { maxTokens: 300 });
    const [remark, ...lines] = snapshot.split('\n').toReversed();
    assert.match(remark, /^# \d+ more lines are left out: /);
    assert.ok(lines.length > 10, snapshot);
    for (const line of lines) assert.match(line, /\[ref=e\d+\]$/, snapshot);
  });
});
