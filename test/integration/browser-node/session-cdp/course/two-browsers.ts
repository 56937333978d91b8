import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RawDevTools } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { alike, type Difference, differences } from '../../../../kit/browser-node/two-browsers.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000023';

const casesOf = (which: 'shell' | 'full'): void => {
  describe(`a session on a browser of the kind ${which}`, () => {
    let site: PageServer;
    let node: SessionNode;
    let client: RawDevTools;
    let page: string;

    before(async () => {
      site = await startPages({ '/': html('<input type="date">') });
      const environment = { TINTYPE_SESSION_BROWSER: which };
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port}`, environment });
      await node.activate(session, { cdp: true });
      client = await node.connect(session);
      page = await client.attach();
      await client.send('Page.enable', {}, page);
      await client.send('Page.navigate', { url: site.url('/') }, page);
      await until('the page is there', async () => (await client.evaluate(page, 'document.title')) === 'test');
    });
    after(async () => {
      await client?.close();
      await node?.stop();
      await site?.close();
    });

    const answerTo = async (ask: Difference['ask']): Promise<string> => {
      if ('expression' in ask) return String(await client.evaluate(page, ask.expression));
      if (ask.command === 'Page.printToPDF') await client.evaluate(page, 'print()');
      const error = await client.errorOf(ask.command, {}, page);
      return error || (ask.command === 'Page.printToPDF' ? 'prints' : 'works');
    };

    for (const difference of differences)
      it(`${difference.what}: ${difference[which]}`, async () => {
        assert.equal(await answerTo(difference.ask), difference[which]);
      });

    for (const [what, expression, answer] of alike)
      it(`${what}: ${answer}, as in the other`, async () => {
        assert.equal(await answerTo({ expression }), answer);
      });
  });
};

export const twoBrowserCases = (): void => {
  for (const which of ['shell', 'full'] as const) casesOf(which);
};
