import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SessionNode } from '../kit/browser-node/session-node.js';
import { html, startPages } from '../kit/pages/pages.js';

const session = 'sess_00000000-0000-4000-8000-000000000003';

const tall = (height: number) =>
  html(`<style>body{margin:0}</style><div style="height:${height}px;background:linear-gradient(red,blue)"></div>`);

describe('pictures of the whole page in a session', { timeout: 600_000 }, () => {
  it('are whole up to the largest that may be, in the memory that a browser usually has', async () => {
    const usual = { TINTYPE_BROWSER_MEMORY_MB: '1792' };
    const site = await startPages({ '/tall': tall(64_000), '/taller': tall(69_000) });
    const node = await SessionNode.start({ allow: `127.0.0.1:${site.port}`, environment: usual });
    try {
      await node.activate(session);
      const takeAt = async (path: string) => {
        await node.act(session, 'goto', { url: site.url(path), vw: 1440, vh: 900 });
        const { status, body } = await node.act(session, 'screenshot', { fullPage: true });
        return [status, body.error];
      };
      const refusal = 'The picture has more than 92 megapixels. Capture less of the page.';
      assert.deepEqual(await takeAt('/taller'), [422, refusal]);
      assert.deepEqual(await takeAt('/tall'), [200, undefined], node.output);
      assert.equal((await node.act(session, 'title')).status, 200, node.output);
    } finally {
      await node.stop();
      await site.close();
    }
  });
});
