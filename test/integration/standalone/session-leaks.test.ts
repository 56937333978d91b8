import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { it } from 'node:test';
import { browserFolder } from '../../kit/browser-node/guarded-browser.js';
import { SessionNode } from '../../kit/browser-node/session-node.js';
import { html, startPages } from '../../kit/pages/pages.js';
import { until } from '../../kit/until.js';

const sessions = 10;

const id = (number: number) => `sess_${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;

it(`${sessions} sessions, however they end, leave no process and no file`, async () => {
  const site = await startPages({ '/': html('<h1>hello</h1>') });
  const folder = await browserFolder();
  const nodes: SessionNode[] = [];
  const run = async (first: number) => {
    for (let number = first; number < sessions; number += 2) {
      const node = await SessionNode.start({ allow: `127.0.0.1:${site.port}`, environment: { TMPDIR: folder } });
      nodes.push(node);
      await node.activate(id(number), { bypassBotDetection: number % 2 === 0 });
      await node.act(id(number), 'goto', { url: site.url('/'), screenshot: true });
      if (number % 5 === 1) process.kill(node.browser, 'SIGKILL');
      else if (number % 5 !== 2) await node.close(id(number));
      await node.stop();
      await until('no process of it is left', () => node.leftovers.length === 0);
    }
  };
  try {
    await Promise.all([run(0), run(1)]);
    assert.equal(nodes.length, sessions);
    assert.deepEqual(readdirSync(folder), []);
  } finally {
    await site.close();
    await rm(folder, { recursive: true });
  }
});
