import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { startRenderStage } from '../../../../kit/render/render-stage.js';
import { until } from '../../../../kit/until.js';

const green = '#00ff00';
const blue = '#0000ff';
const darkGreen = '#004000';
const password = 'me:open sesame';
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** A page with one frame of another site, as large as the window; `to` is host and path. */
const framing: PageHandler = (request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://x');
  const to = searchParams.getAll('to');
  const query = to
    .slice(1)
    .map((next) => `to=${next}`)
    .join('&');
  const src = `http://${to[0]}${to.length > 1 ? `?${query}` : ''}`;
  html(`<iframe src="${src}" style="border:0;width:100vw;height:100vh"></iframe>`)(request, response);
};

const colourful = (colour: string) => html('', `<style>body{background:${colour}}</style>`);

const pages: Record<string, PageHandler> = {
  '/framing': framing,
  '/agent': (request, response) =>
    colourful(request.headers['user-agent'] === 'tester' ? green : blue)(request, response),
  '/dark': html(
    '',
    `<style>body{background:${blue}}@media (prefers-color-scheme:dark){body{background:${darkGreen}}}</style>`,
  ),
  '/light': colourful('#ffffff'),
  '/password': (request, response) => {
    const given = request.headers.authorization === `Basic ${Buffer.from(password).toString('base64')}`;
    if (!given) {
      response.statusCode = 401;
      response.setHeader('www-authenticate', 'Basic realm="x"');
    }
    colourful(given ? green : blue)(request, response);
  },
};

export const crossSiteFrameCases = (): void => {
  describe('frames of other sites', () => {
    let site: PageServer;
    let stage: Awaited<ReturnType<typeof startRenderStage>>;
    before(async () => {
      site = await startPages(pages);
      stage = await startRenderStage({ port: site.port });
      for (const name of ['a.test', 'b.test']) stage.egress.dns.set(name, { a: ['127.0.0.1'] });
    });
    after(async () => {
      await stage?.close();
      await site?.close();
    });

    /** The colour of the innermost of nested frames. */
    const colour = async (frames: readonly string[], options: Record<string, string>) => {
      const [first = '', ...others] = frames.map((frame) => frame.replace('/', `:${site.port}/`));
      const query = others.map((frame) => `to=${frame}`).join('&');
      const { body, message } = await stage.render(`http://${first}?${query}`, { pairs: options });
      assert.equal(message, '');
      return decodePng(body).at(700, 450);
    };

    for (const [what, path, options, expected] of [
      ['the user agent', '/agent', { userAgent: base64url('tester') }, green],
      ['dark colours', '/dark', { darkMode: 'true' }, darkGreen],
    ] as const) {
      it(`get ${what}, at any depth`, async () => {
        assert.equal(await colour(['a.test/framing', `b.test${path}`], options), expected);
        assert.equal(await colour(['a.test/framing', 'b.test/framing', `a.test${path}`], options), expected);
        assert.equal(await colour(['a.test/framing', `b.test${path}`], {}), blue);
      });
    }

    it('become dark without styles of their own', async () => {
      assert.equal(await colour(['a.test/framing', 'b.test/light'], { darkMode: 'true' }), '#121212');
    });

    it('get the password only on the page’s own origin', async () => {
      const options = { httpAuth: base64url(password) };
      assert.equal(await colour(['a.test/framing', 'a.test/password'], options), green);
      assert.equal(await colour(['a.test/framing', 'b.test/framing', 'a.test/password'], options), green);
      assert.notEqual(await colour(['a.test/framing', 'b.test/password'], options), green);
    });

    it('leave nothing', async () => {
      await until('two pages are warm, and nothing else is there', async () => {
        const { contexts, targets } = await stage.leftovers();
        return contexts === 2 && targets.join() === 'page,page';
      });
    });
  });
};
