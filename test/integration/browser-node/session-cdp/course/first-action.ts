import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000015';

export const firstActionCases = (): void => {
  describe('the first action of a session', { timeout: 600_000 }, () => {
    it('finds the lines, dialogs and hanging scripts of pages that a DevTools client used before', async () => {
      const site = await startPages({
        '/early': html('<script>console.log("early"); alert(1); document.title = 2</script>'),
      });
      const node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
      try {
        await node.activate(session, { cdp: true });
        const client = await node.connect(session);
        const { targetInfos } = await client.send('Target.getTargets');
        const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
        const page = await client.attach(targetId);
        await client.send('Page.navigate', { url: site.url('/early') }, page);
        await until('the dialog is answered', async () => (await client.evaluate(page, 'document.title')) === '2');
        await client.evaluate(page, 'void setTimeout(() => { for (;;) {} })');
        const { status, body } = await node.act(session, 'console');
        assert.equal(status, 200, JSON.stringify(body));
        assert.deepEqual(
          body.entries.map(({ text }: { text: string }) => text),
          ['early'],
        );
        assert.match(String(body.notes), /The page showed a dialog \(alert: "1"\), which was closed/);
        assert.match(String(body.notes), /A page did not answer for 5 s, so the script that ran in it was ended/);
      } finally {
        await node.stop();
        await site.close();
      }
    });

    it("uses the session's own page, not one that a DevTools client opened before", async () => {
      const site = await startPages({ '/': html('a page'), '/busy': html('a busy page') });
      const node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
      try {
        await node.activate(session, { cdp: true });
        const client = await node.connect(session);
        const { targetInfos } = await client.send('Target.getTargets');
        const { targetId: own } = targetInfos.find(({ type }: { type: string }) => type === 'page');
        // The browser lists pages by random ids: the own page comes first in one of six runs.
        const pages = [];
        for (let count = 0; count < 5; count += 1)
          pages.push(await client.attach(await client.open(site.url('/busy'))));
        // Busy, as while it starts a large application: no script of it is ended.
        const [page = ''] = pages;
        await client.evaluate(
          page,
          `void setTimeout(() => { for (const until = Date.now() + 1500; Date.now() < until; ); document.title = 'done'; })`,
        );
        const { status, body } = await node.act(session, 'goto', { url: site.url('/') });
        assert.equal(status, 200, JSON.stringify(body));
        assert.equal(body.notes, undefined);
        const infos = (await client.send('Target.getTargets')).targetInfos;
        const addressOf = (id: string) => infos.find(({ targetId }: { targetId: string }) => targetId === id)?.url;
        assert.equal(addressOf(own), site.url('/'));
        await until('its script has run', async () => (await client.evaluate(page, 'document.title')) === 'done');
      } finally {
        await node.stop();
        await site.close();
      }
    });
  });
};
