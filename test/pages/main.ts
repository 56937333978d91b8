/** `make snapshots`: the table of sizes in docs/actions.md. */

import { SessionNode } from '../kit/browser-node/session-node.js';
import { startPages } from '../kit/pages/pages.js';
import { measureSnapshots, sizesHead, sizesRow } from './snapshot-sizes.js';
import { pageTasks } from './tasks.js';

const session = 'sess_00000000-0000-4000-8000-000000000005';
let shown = '';
const site = await startPages((_request, response) => response.setHeader('content-type', 'text/html').end(shown));
const node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
try {
  await node.activate(session);
  process.stdout.write(`${sizesHead}\n`);
  for (const task of pageTasks) {
    shown = task.html;
    await node.act(session, 'goto', { url: site.url('/'), vw: 1280, vh: 800 });
    const sizes = await measureSnapshots(task, async (payload) => (await node.act(session, 'snapshot', payload)).body);
    process.stdout.write(`${sizesRow(task, sizes)}\n`);
  }
} finally {
  await node.stop();
  await site.close();
}
