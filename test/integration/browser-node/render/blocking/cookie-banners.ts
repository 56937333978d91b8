import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  banners,
  beforePrint,
  both,
  box,
  green,
  hidden,
  hiddenUnclicked,
  hiddenUnrejected,
  innocent,
  inScript,
  lateBanner,
  page,
  red,
  reportsClicks,
  words,
} from '../../../../kit/pages/banner-pages.js';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { startRenderStage } from '../../../../kit/render/render-stage.js';

const blockCookieBanners = 'true';

const shownBanners = Object.keys(banners).filter((path) => !banners[path]?.faint);

/** One page shows the banners in frames: a render for each takes 12 s of CPU. */
const frame = { width: 240, height: 260, columns: 8 };
const frames = shownBanners.map((path) => `<iframe src="${path}"></iframe>`).join('');
const allBanners = `<style>iframe{width:${frame.width}px;height:${frame.height}px;border:0}
  body{display:grid;grid-template-columns:repeat(${frame.columns},${frame.width}px)}</style>${frames}`;

/** Takes the banners and innocent pages of these paths. */
export const cookieBannerCases = (isTaken: (path: string) => boolean): void => {
  describe('blockCookieBanners', () => {
    let site: PageServer;
    let stage: Awaited<ReturnType<typeof startRenderStage>>;
    before(async () => {
      const bodies: Record<string, string> = {
        '/inner': `${words}<button onclick="parent.postMessage('closed','*')">Reject all</button>`,
        '/inner-dead': `${words}<button>Reject all</button>`,
        '/inner-accept': `${words}<button>Accept</button>`,
        '/moved': `<script>if(innerWidth>100) location.replace('/inner-dead')</script>`,
        '/late-dead': lateBanner(box(`${words}<button>Close</button>`)),
        '/late-accept-only': lateBanner(box(`${words}<button>Accept</button>`)),
        '/late-reloading': lateBanner(
          box(`${words}<button onclick="document.cookie='choice=1';location.reload()">Close</button>`),
        ),
        '/all-banners': allBanners,
        '/plain': page,
        '/printing': page + beforePrint,
        // More closed shadow roots in each other than two looks open.
        '/printing-closed': `${page}<script>
        let root = document.body;
        for (let depth = 0; depth < 9; depth += 1) {
          const host = root.appendChild(document.createElement('x-part'));
          host.style = 'position:fixed;inset:0';
          root = host.attachShadow({ mode: 'closed' });
        }</script>${beforePrint}`,
        '/late-reloading-again': `<script>
        onload = () => setTimeout(() => document.body.insertAdjacentHTML('beforeend', ${inScript(box(`${words}<button onclick="location.reload()">Close</button>`))}), 300)
        </script>${page}<div style="height:3000px"></div>`,
        '/late-in-frame': `${page}<iframe src="/late-frame" style="border:0;width:300px;height:300px"></iframe><div style="height:3000px"></div>`,
        '/late-frame': `<script>
        onload = () => setTimeout(() => document.body.insertAdjacentHTML('beforeend', ${inScript(box(`${words}<button onclick="parent.location.reload()">Close</button>`))}), 300)
        </script>`,
        '/hanging': `<style>html,body{overflow:hidden;height:100%}</style>${box(words + both)}${page}<img src="/never">`,
        '/login': `<div style="height:900px;background:${red}">another page</div>`,
        '/locked': `<style>html,body{overflow:hidden;height:100%}</style>${box(words + both)}${page}<div style="height:3000px"></div>`,
      };
      for (const [path, { body }] of Object.entries(banners)) bodies[path] = body + page;
      for (const [path, body] of Object.entries(innocent)) bodies[path] = body + page + reportsClicks;
      const served: Record<string, PageHandler> = {};
      for (const [path, body] of Object.entries(bodies))
        served[path] = (request, response) => {
          const answer = () => html(body.replaceAll('PORT', String(site.port)))(request, response);
          // A page that is loaded again comes when all of it was scrolled.
          setTimeout(answer, path === '/late-reloading' && request.headers.cookie ? 400 : 0);
        };
      served['/never'] = () => undefined;
      site = await startPages(served);
      stage = await startRenderStage({ port: site.port });
      for (const name of ['news.test', 'other.test']) stage.egress.dns.set(name, { a: ['127.0.0.1'] });
    });
    after(async () => {
      await stage?.close();
      await site?.close();
    });

    const render = async (path: string, pairs: Record<string, string> = {}) => {
      const rendered = await stage.render(`http://news.test:${site.port}${path}`, { pairs: { vw: '800', ...pairs } });
      assert.equal(rendered.message, '');
      return { ...rendered, picture: decodePng(rendered.body) };
    };
    const choicesOn = (path: string) =>
      site.requests.map((line) => line.split(' ')[1] ?? '').filter((target) => target.endsWith(`?${path}`));

    it('changes something: each banner shows without it', async () => {
      const { picture } = await render('/all-banners', { vw: `${frame.columns * frame.width}`, full: 'true' });
      for (const [at, path] of shownBanners.entries()) {
        const [column, row] = [at % frame.columns, Math.floor(at / frame.columns)];
        assert.equal(picture.at(column * frame.width + 230, row * frame.height + 250), red, path);
      }
    });

    for (const [path, { choice, warnings = [] }] of Object.entries(banners).filter(([path]) => isTaken(path))) {
      it(`${path}: shows the page without its banner`, async () => {
        const rendered = await render(path, { blockCookieBanners });
        assert.equal(rendered.picture.at(700, 250), green);
        assert.deepEqual(rendered.warnings, warnings);
        assert.deepEqual(choicesOn(path), choice ? [`/${choice}?${path}`] : []);
      });
    }

    for (const path of Object.keys(innocent).filter(isTaken)) {
      it(`${path}: stays, and gets no click`, async () => {
        const { picture, warnings } = await render(path, { blockCookieBanners });
        assert.equal(picture.at(700, 250), red);
        assert.deepEqual([warnings, choicesOn(path)], [[], []]);
      });
    }

    it('takes a full page whose scrolling the banner had locked', async () => {
      const { picture } = await render('/locked', { blockCookieBanners, full: 'true' });
      assert.ok(picture.height >= 3300, `${picture.height}`);
      assert.equal(picture.at(700, 250), green);
    });

    it('warns of one that comes late and does not close', async () => {
      const { picture, warnings } = await render('/late-dead', { blockCookieBanners, full: 'true' });
      assert.deepEqual([picture.at(700, 250), picture.at(700, 3950), warnings], [green, green, [hidden]]);
    });

    it('warns of one that comes late and shows no button to reject', async () => {
      const { picture, warnings } = await render('/late-accept-only', { blockCookieBanners, full: 'true' });
      assert.deepEqual([picture.at(700, 250), warnings], [green, [hiddenUnrejected]]);
    });

    it('scrolls again if the choice of a late one loads the page again', async () => {
      const { picture } = await render('/late-reloading', { blockCookieBanners, full: 'true' });
      assert.deepEqual([picture.at(700, 250), picture.at(700, 3950)], [green, green]);
    });

    it('prints without the banner', async () => {
      const url = `http://news.test:${site.port}/reject`;
      const before = choicesOn('/reject').length;
      const { code } = await stage.render(url, { endpoint: 'pdf', pairs: { blockCookieBanners } });
      assert.deepEqual([code, choicesOn('/reject').length], ['whole', before + 1]);
    });

    for (const path of ['/printing', '/printing-closed'])
      it(`${path}: closes one that appears while the page is printed`, async () => {
        const url = `http://news.test:${site.port}${path}`;
        assert.equal((await stage.render(url, { endpoint: 'pdf' })).code, 'whole');
        assert.deepEqual(choicesOn(path), []);
        await stage.render(url, { endpoint: 'pdf', pairs: { blockCookieBanners } });
        assert.deepEqual(choicesOn(path), [`/reject?${path}`]);
      });

    for (const path of ['/late-reloading-again', '/late-in-frame'])
      it(`${path}: does not click for ever on a late one that loads the page again`, async () => {
        const { picture } = await render(path, { blockCookieBanners, full: 'true' });
        const loads = site.hits(path);
        assert.equal(picture.at(700, 250), green);
        assert.ok(loads <= 3, `${loads}`);
      });

    it('only hides one on a page without scripts', async () => {
      const { picture, warnings } = await render('/reject', { blockCookieBanners, javascript: 'false' });
      assert.deepEqual([picture.at(700, 250), warnings], [green, [hiddenUnclicked]]);
    });

    it('only hides one on a page that does not load in time', async () => {
      const { picture, warnings } = await render('/hanging', { blockCookieBanners, timeout: '2' });
      assert.equal(picture.at(700, 250), green);
      assert.deepEqual(choicesOn('/hanging'), []);
      assert.deepEqual(warnings, [
        'The `timeout` of 2 s ended the waits: the result has what was there.',
        hiddenUnclicked,
      ]);
    });
  });
};
