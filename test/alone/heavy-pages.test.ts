import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, type PageServer, startPages } from '../kit/pages/pages.js';
import { startRenderStage } from '../kit/render/render-stage.js';
import { until } from '../kit/until.js';

const pages = {
  // Readability takes 20 s for this page.
  '/nested': html(`<script>let inner=document.body;for(let i=0;i<1500;i++){
    const div=document.createElement('div');inner.append(div);inner=div}inner.append('at the bottom')</script>`),
};

describe('heavy pages', () => {
  let site: PageServer;
  let stage: Awaited<ReturnType<typeof startRenderStage>>;
  before(async () => {
    site = await startPages(pages);
    stage = await startRenderStage({ port: site.port, slots: 1 });
  });
  after(async () => {
    await stage?.close();
    await site?.close();
  });

  /** Opens a second CDP session with the page of a render. */
  const overhear = async (url: string) => {
    const connection = stage.browsers[0]?.connection;
    assert.ok(connection);
    let id: string | undefined;
    await until(`${url} is there`, async () => {
      const { targetInfos } = await connection.browser.send('Target.getTargets');
      id = targetInfos.find((target) => target.url === url)?.targetId;
      return id !== undefined;
    });
    return connection.attach(id ?? '');
  };

  it('what is read of a page whose scripts are ended meanwhile is its plain text', async () => {
    const job = stage.render(site.url('/nested'), { endpoint: 'content' });
    const session = await overhear(site.url('/nested'));
    await until('it is being read', async () => {
      const answered = session.send('Runtime.evaluate', { expression: '0' }).then(
        () => true,
        () => true,
      );
      const busy = new Promise<false>((resolve) => setTimeout(resolve, 1000, false));
      return !(await Promise.race([answered, busy]));
    });
    await session.send('Runtime.terminateExecution').catch(() => undefined);
    const { code, message, warnings, body } = await job;
    assert.equal(code, 'partial', message);
    assert.match(warnings.join(), /too large to extract an article/);
    assert.equal(JSON.parse(body.toString()).markdown, 'at the bottom');
  });
});
