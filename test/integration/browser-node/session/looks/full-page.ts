import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { decodePng, type Picture } from '../../../../kit/pages/picture.js';

const session = 'sess_00000000-0000-4000-8000-000000000003';

const bandHeight = 1000;
const bands = 24;
const colourOf = (band: number) => `#${(band * 10).toString(16).padStart(2, '0')}4080`;
const banded = Array.from(
  { length: bands },
  (_, band) => `<div style="height:${bandHeight}px;background:${colourOf(band)}"></div>`,
);

const pictures = 8;
/** A lazy picture, then a box that turns green once it was visible. */
const waiting = Array.from(
  { length: pictures },
  (_, index) =>
    `<div style="height:700px"><img loading="lazy" style="display:block" width="100" height="100" src="/red.svg?${index}"></div>
     <div class="box" style="height:100px;background:#fff"></div>`,
);
const lazy = `${waiting.join('')}<script>
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) target.style.background = '#00a000';
  });
  for (const box of document.querySelectorAll('.box')) seen.observe(box);
  addEventListener('scroll', () => { document.title = String(scrollY); });
</script>`;

const red: PageHandler = (_request, response) => {
  const text =
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>';
  response.setHeader('content-type', 'image/svg+xml');
  setTimeout(() => response.end(text), 200);
};

const webgl = `<canvas width="100" height="100" style="display:block"></canvas><script>
  const gl = document.querySelector('canvas').getContext('webgl', { preserveDrawingBuffer: true });
  gl.clearColor(0, 0, 1, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  document.title = gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
</script>`;

const rtl = '<style>html{direction:rtl}</style><div style="height:1000px;background:blue"></div>';

const sections = 6;
/** Sections that hide again when they leave the window, and two slides. The second has its time while the page scrolls. */
const toggled = `<style>section{height:700px;background:#00a000}section,i{opacity:0;transition:opacity .4s}.shown{opacity:1}
  i{grid-area:1/1}</style>${'<section></section>'.repeat(sections)}
  <div style="position:absolute;top:1500px;left:200px;width:100px;height:600px;display:grid">
    <i style="background:#00f"></i><i style="background:#f00"></i></div><script>
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) target.classList.toggle('shown', isIntersecting);
  });
  for (const section of document.querySelectorAll('section')) seen.observe(section);
  const slides = document.querySelectorAll('i');
  onscroll = () => { for (const at of [0, 1]) slides[at].classList.toggle('shown', (scrollY === 1500) === (at === 0)) };
</script>`;

/** Its rule for narrow windows has another colour; the title counts the transitions that a click begins. */
const header = `<style>.header{height:80px;background:#f00}
  @media (min-width:60px){.header{background:#0f0;transition:background-color 2s}}</style>
  <div class="header" onclick="this.style.background='#00f';document.title=document.getAnimations().length"></div>`;

export const fullPageCases = (): void => {
  describe('pictures of the whole page in a session', { timeout: 600_000 }, () => {
    let site: PageServer;
    let node: SessionNode;

    before(async () => {
      site = await startPages({
        '/banded': html(banded.join('')),
        '/lazy': html(lazy),
        '/at': html(`${lazy}<script>scrollTo(0, 1234)</script>`),
        '/toggled': html(`${toggled}<script>scrollTo(0, 1500)</script>`),
        '/red.svg': red,
        '/webgl': html(webgl),
        '/taller': html('<style>body{margin:0}</style><div style="height:69000px"></div>'),
        '/rtl': html(`${rtl}<p style="position:absolute;top:0;left:-300px">wide</p>`),
        '/rtl-skip': html(`${rtl}<a style="position:absolute;top:0;left:-9999px">skip</a>`),
        '/header': html(`${header}<div style="height:3000px">`),
        '/endless': html(
          '<script>onscroll = () => document.body.append(Object.assign(document.createElement("p"), { style: "height:2000px" }))</script><p style="height:2000px">',
        ),
      });
      // The memory that a browser usually has decides which picture is too large.
      const environment = { TINTYPE_BROWSER_MEMORY_MB: '1792' };
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port}`, environment });
      await node.activate(session);
    });
    after(async () => {
      await node?.stop();
      await site?.close();
    });

    const act = (type: string, payload: object = {}) => node.act(session, type, payload);
    const goto = (path: string, vw = 300) => act('goto', { url: site.url(path), vw, vh: 400, deviceScaleFactor: 1 });
    const whole = async (payload: object = {}): Promise<Picture> => {
      const { status, body } = await act('screenshot', { fullPage: true, ...payload });
      assert.equal(status, 200, body.error);
      return decodePng(Buffer.from(body.bodyBase64, 'base64'));
    };

    it('are as wide as the window, and right to their end', async () => {
      await goto('/banded', 100);
      const picture = await whole();
      assert.deepEqual([picture.width, picture.height], [100, bands * bandHeight]);
      const middles = Array.from({ length: bands }, (_, band) => picture.at(50, band * bandHeight + bandHeight / 2));
      assert.deepEqual(
        middles,
        Array.from({ length: bands }, (_, band) => colourOf(band)),
      );
      assert.equal(picture.at(99, 500), colourOf(0));
    });

    it('leave out what a page from right to left hides far to the left', async () => {
      await goto('/rtl');
      assert.equal((await whole()).width, 600);
      await goto('/rtl-skip');
      const { width, height, at } = await whole();
      assert.deepEqual([width, height, at(0, 999), at(299, 0)], [300, 1000, '#0000ff', '#0000ff']);
    });

    it('are right at twice the scale, too', async () => {
      await goto('/banded', 100);
      const picture = await whole({ deviceScaleFactor: 2 });
      assert.deepEqual([picture.width, picture.height], [200, 2 * bands * bandHeight]);
      assert.equal(picture.at(100, 2 * bands * bandHeight - 10), colourOf(bands - 1));
    });

    it('show what waits to be scrolled to', async () => {
      await goto('/lazy');
      const picture = await whole();
      for (let index = 0; index < pictures; index++) {
        assert.equal(picture.at(50, index * 800 + 50), '#ff0000', `picture ${index}`);
        assert.equal(picture.at(50, index * 800 + 750), '#00a000', `box ${index}`);
      }
    });

    it('show what hides when it leaves the window, and hide it again', async () => {
      await goto('/toggled');
      const picture = await whole();
      const middles = Array.from({ length: sections }, (_, index) => picture.at(50, index * 700 + 350));
      assert.deepEqual([...middles, picture.at(250, 1800)], [...Array(sections).fill('#00a000'), '#0000ff']);
      const { body } = await act('query', { selector: 'section', attributes: ['class', 'style'] });
      const looks = body.elements.map(({ attributes }: { attributes: object }) => Object.values(attributes).join());
      assert.deepEqual(
        looks.map((look: string) => look.replace(',', '')),
        ['', '', 'shown', '', '', ''],
      );
    });

    it('leave the page where it was scrolled to', async () => {
      await goto('/at');
      await whole();
      assert.equal((await act('title')).body.title, '1234');
    });

    it('show no transition from the rules for a narrow window, and let later ones begin', async () => {
      await goto('/header');
      assert.equal((await whole()).at(50, 40), '#00ff00');
      await act('click', { selector: '.header' });
      assert.equal((await act('title')).body.title, '1');
    });

    it('show what WebGL has painted, without a graphics card', async () => {
      await goto('/webgl');
      assert.equal((await whole()).at(50, 50), '#0000ff');
      assert.match((await act('title')).body.title, /SwiftShader/);
    });

    it('end although the page has no end', async () => {
      await goto('/endless');
      const { status, body } = await act('screenshot', { fullPage: true });
      assert.ok(status === 200 || body.code === 'result_too_large', JSON.stringify(body).slice(0, 200));
    });

    // `test/long/` takes the largest, in the memory that a browser usually has.
    it('are refused above the largest that may be', async () => {
      await act('goto', { url: site.url('/taller'), vw: 1440, vh: 900 });
      const { status, body } = await act('screenshot', { fullPage: true });
      const refusal = 'The picture has more than 92 megapixels. Capture less of the page.';
      assert.deepEqual([status, body.error], [422, refusal]);
    });
  });
};
