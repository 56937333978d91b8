import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { decodePng, type Picture } from '../../../kit/pages/picture.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';

const red = '#ff0000';
const blue = '#0000ff';

const halves = `<div style="height:900px;background:linear-gradient(90deg,${red} 50%,${blue} 50%)"></div>
  <div id="below" style="width:400px;height:1100px;background:${blue}"></div>`;

/** Distance of two `#rrggbb` in their channels' sum. */
const distance = (one: string, other: string) =>
  [1, 3, 5].reduce(
    (sum, at) => sum + Math.abs(parseInt(one.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)),
    0,
  );

type Stage = Awaited<ReturnType<typeof startRenderStage>>;

describe('a resized picture', () => {
  let site: PageServer;
  const stages: Stage[] = [];
  let made = '';
  let madeType = '';
  before(async () => {
    site = await startPages({
      '/halves': html(halves),
      '/varied': html(
        `<div style="height:900px;background:repeating-radial-gradient(circle at 30% 40%,#f80,#08f 37px,#0c4 91px)"></div>`,
      ),
      '/transparent': html(`<div style="width:720px;height:900px;background:${red}"></div>`),
      '/made': (_request, response) => response.setHeader('content-type', madeType).end(Buffer.from(made, 'base64')),
      '/shown': html('<img src="/made" style="display:block">', '<style>body{background:#0f0}</style>'),
    });
    for (const more of [{}, { withoutSharp: true as const }])
      stages.push(await startRenderStage({ port: site.port, slots: 1, ...more }));
  });
  after(async () => {
    for (const stage of stages) await stage.close();
    await site?.close();
  });

  const stageOf = (name: string): Stage => {
    const stage = stages[name === 'sharp' ? 0 : 1];
    assert.ok(stage);
    return stage;
  };
  const render = (name: string, pairs: Record<string, string>, path = '/halves') =>
    stageOf(name).render(site.url(path), { pairs });
  const picture = async (name: string, pairs: Record<string, string>, path?: string): Promise<Picture> => {
    const { code, message, body } = await render(name, pairs, path);
    assert.equal(code, 'whole', message);
    return decodePng(body);
  };
  const assertHalves = ({ width, height, at }: Picture) => {
    const y = Math.floor(height / 4);
    assert.ok(distance(at(Math.floor(width / 4), y), red) < 12, at(Math.floor(width / 4), y));
    assert.ok(distance(at(Math.floor((width * 3) / 4), y), blue) < 12, at(Math.floor((width * 3) / 4), y));
  };

  for (const name of ['sharp', 'Chromium']) {
    it(`keeps its proportions with one edge, by ${name}`, async () => {
      for (const [pairs, width, height] of [
        [{ resizeWidth: '480' }, 480, 300],
        [{ resizeHeight: '301' }, 482, 301],
        [{ resizeWidth: '333', full: 'true' }, 333, 463],
        [{ resizeWidth: '100', selectorId: 'below' }, 100, 275],
        [{ resizeWidth: '600', scaleFactor: '2' }, 600, 375],
        [{ resizeWidth: '2000' }, 2000, 1250],
      ] as const) {
        const resized = await picture(name, pairs);
        assert.deepEqual([resized.width, resized.height], [width, height], JSON.stringify(pairs));
        if (!('selectorId' in pairs)) assertHalves(resized);
      }
    });

    it(`is refused above the limits, by ${name}`, async () => {
      const { code, message } = await render(name, { resizeWidth: '20000' });
      assert.equal(code, 'result_too_large', message);
    });
  }

  it('has exactly the size of both edges', async () => {
    const resized = await picture('sharp', { resizeWidth: '300', resizeHeight: '300' });
    assert.deepEqual([resized.width, resized.height], [300, 300]);
    assertHalves(resized);
    const { code, message } = await render('Chromium', { resizeWidth: '300', resizeHeight: '300' });
    assert.equal(code, 'invalid_option');
    assert.match(message, /proportions needs sharp/);
  });

  // The other browser decodes the file: no code of libvips.
  const shown = async (type: string, body: Buffer) => {
    made = body.toString('base64');
    madeType = `image/${type}`;
    return picture('Chromium', {}, '/shown');
  };

  for (const type of ['avif', 'webp', 'jpeg']) {
    it(`has the type ${type}, which Chromium shows`, async () => {
      const { code, message, body } = await render('sharp', { type, resizeWidth: '720' });
      assert.equal(code, 'whole', message);
      const page = await shown(type, body);
      assert.deepEqual([page.at(721, 449), page.at(719, 451)], ['#00ff00', '#00ff00']);
      assert.ok(distance(page.at(180, 100), red) < 24, page.at(180, 100));
      assert.ok(distance(page.at(540, 100), blue) < 24, page.at(540, 100));
    });
  }

  it('is an avif of its quality, with transparency', async () => {
    const [best, worst] = await Promise.all(
      ['90', '5'].map((quality) => render('sharp', { type: 'avif', quality, vw: '480', vh: '300' }, '/varied')),
    );
    assert.ok(best && worst && worst.body.length < best.body.length, `${worst?.body.length} of ${best?.body.length}`);
    const { body } = await render('sharp', { type: 'avif', transparent: 'true' }, '/transparent');
    const page = await shown('avif', body);
    assert.ok(distance(page.at(300, 300), red) < 24);
    assert.equal(page.at(1000, 300), '#00ff00');
  });

  it('is no avif without sharp: says so before it loads the page', async () => {
    const before = site.requests.length;
    const { code, message } = await render('Chromium', { type: 'avif' });
    assert.deepEqual([code, site.requests.length], ['invalid_option', before]);
    assert.match(message, /needs sharp, which this server does not have\. Use webp/);
  });

  it('is refused with `stealth` on a node without a full Chromium', async () => {
    const { code, message } = await stageOf('sharp').render(site.url('/shown'), { pairs: { stealth: 'true' } });
    assert.equal(code, 'invalid_option');
    assert.match(message, /`stealth` needs a full Chromium/);
  });
});
