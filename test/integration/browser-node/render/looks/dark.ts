import assert from 'node:assert/strict';
import { it } from 'node:test';
import { darkPages, light, lightBoxes, onNoPictures, onPictures, rowPixels } from '../../../../kit/pages/dark-pages.js';
import { contrastOf, decodePng, luminance, type Picture } from '../../../../kit/pages/picture.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

/** The surface of a row, and the best contrast of a pixel of its letters. */
const rowAt = ({ at }: Picture, row: number) => {
  const surface = at(500, row * rowPixels + 20);
  let contrast = 1;
  for (let x = 0; x < 130; x += 1) contrast = Math.max(contrast, contrastOf(at(x, row * rowPixels + 15), surface));
  return { surface, contrast, brightness: luminance(surface) };
};

export const darkCases = (serviceOf: () => SharedService): void => {
  const served = servePages(darkPages, 'image', serviceOf);

  const dark = async (path: keyof typeof darkPages, height: number) => {
    const answer = await served.get(path, { darkMode: 'true', vw: '700', vh: String(height) });
    assert.deepEqual([answer.status, answer.headers.get('x-warnings')], [200, null]);
    return decodePng(answer.body);
  };

  for (const [path, count] of [
    ['/light', light.length],
    ['/half', 5],
    ['/forgotten', 2],
    ['/scheme', 3],
    ['/only-light', 2],
    ['/names', 2],
    ['/plates', 5],
    ['/effects', 2],
    ['/gradients', 4],
    ['/textured', 2],
  ] as const) {
    it(`has readable text on dark surfaces: ${path}`, async () => {
      const shown = await dark(path, count * rowPixels + 60);
      for (let row = 0; row < count; row += 1) {
        const { surface, contrast, brightness } = rowAt(shown, row);
        assert.ok(contrast >= 4.4, `row ${row}: a contrast of ${contrast.toFixed(1)} on ${surface}`);
        assert.ok(brightness < 0.2, `row ${row}: ${surface}`);
      }
      assert.ok(luminance(shown.at(650, count * rowPixels + 50)) < 0.05);
    });
  }

  it('darkens the light boxes of a dark page, but not its buttons and lines, in a window of any height', async () => {
    for (const height of [240, 900, 1800]) {
      const shown = await dark('/dark-boxes', height);
      for (const row of lightBoxes.keys()) {
        const { surface, contrast, brightness } = rowAt(shown, row);
        assert.ok(contrast >= 4.4, `row ${row} of ${height}: a contrast of ${contrast.toFixed(1)} on ${surface}`);
        assert.ok(brightness < 0.1, `row ${row} of ${height}: ${surface}`);
      }
      const end = lightBoxes.length * rowPixels;
      assert.notEqual(shown.at(500, 20), shown.at(650, 20));
      assert.deepEqual([shown.at(190, end + 20), shown.at(500, end + 42)], ['#ffffff', '#ffffff']);
    }
  });

  it('has readable text without a colour of its own on pictures, and on what only seems one', async () => {
    const shown = await dark('/on-pictures', (onPictures.length + onNoPictures.length) * rowPixels);
    for (let row = 0; row < onPictures.length + onNoPictures.length; row += 1) {
      const { surface, contrast, brightness } = rowAt(shown, row);
      assert.ok(contrast >= 4.4, `row ${row}: a contrast of ${contrast.toFixed(1)} on ${surface}`);
      assert.equal(brightness < 0.2, row >= onPictures.length, `row ${row}: ${surface}`);
    }
  });

  it("keeps the page's own dark styles", async () => {
    const { at } = await dark('/own', 800);
    assert.deepEqual([at(190, 20), at(650, 20), at(650, 790)], ['#8ab4f8', '#101418', '#101418']);
    assert.equal(rowAt(await dark('/own', 800), 1).surface, '#101418');
  });

  it('keeps pictures, canvases, and text on pictures', async () => {
    const { at } = await dark('/pictures', 400);
    assert.deepEqual([at(40, 40), at(40, 120), at(40, 200), at(500, 280)], Array(4).fill('#ffee88'));
    const letters = Array.from({ length: 130 }, (_, x) => at(x, 275));
    assert.ok(letters.includes('#123456'), letters.join());
  });

  it('shows dark drawings with a transparent ground: inverted, or of several colours on a light plate', async () => {
    const { at } = await dark('/inks', 300);
    const row = (index: number) => [20, 70, 120, 155].map((x) => at(x, index * 40 + 20));
    const canvas = '#121212';
    assert.deepEqual(row(0), ['#eeeeee', canvas, canvas, canvas]);
    assert.deepEqual(row(1), ['#111111', '#ee2222', '#ffffff', '#ffffff']);
    assert.deepEqual(row(2), [canvas, '#ee2222', '#00aa77', canvas]);
    assert.deepEqual(row(3), Array(4).fill('#111111'));
    assert.deepEqual(row(4), ['#111111', '#ee2222', '#ffffff', '#ffffff']);
    assert.deepEqual(row(5), ['#eeeeee', canvas, canvas, canvas]);
  });

  it('shows the texts of a drawing on its plate, and lightens others', async () => {
    const { at } = await dark('/inks', 420);
    const column = (x: number, row: number) => Array.from({ length: 30 }, (_, y) => at(x, row * 40 + 5 + y));
    const letters = (row: number, from: number) => Array.from({ length: 36 }, (_, x) => column(from + x, row)).flat();
    assert.ok(letters(6, 92).includes('#333333') && at(158, 6 * 40 + 2) === '#ffffff');
    const current = letters(6, 122).filter((colour) => contrastOf(colour, '#ffffff') > 4.5);
    assert.ok(current.length > 20);
    assert.ok(letters(7, 0).every((colour) => colour !== '#333333') && at(158, 7 * 40 + 20) === '#121212');
  });

  it('judges an image by the picture that it shows', async () => {
    const { at } = await dark('/inks', 420);
    assert.deepEqual(
      [8, 9].map((row) => at(20, row * 40 + 20)),
      ['#ffffff', '#eeeeee'],
    );
  });

  it('shows dark lines of canvases, and leaves others as they are', async () => {
    const { at } = await dark('/drawn', 200);
    const rows = [0, 1, 2].map((row) => [20, 70, 120].map((x) => at(x, row * 40 + 20)));
    const canvas = '#121212';
    assert.deepEqual(rows, [['#111111', '#ee2222', '#ffffff'], ['#ee2222', '#00aa77', canvas], Array(3).fill(canvas)]);
    // A plate for the second of two canvases would hide the first.
    assert.equal(at(20, 140), '#00aa77');
    assert.ok(luminance(at(20, 180)) > 0.3, at(20, 180));
  });

  it('shows the markers of lists', async () => {
    const { at } = await dark('/drawn', 300);
    const shown = Array.from({ length: 40 * 40 }, (_, place) => at(place % 40, 200 + Math.floor(place / 40)));
    assert.ok(
      shown.some((colour) => contrastOf(colour, '#121212') > 4.5),
      `${new Set(shown).size}`,
    );
  });

  it('darkens gradients of pseudo-elements, but no pictures', async () => {
    const { at } = await dark('/faded', 200);
    for (const row of [0, 1]) assert.ok(luminance(at(500, row * 40 + 37)) < 0.05, at(500, row * 40 + 37));
    assert.equal(at(350, 100), '#ffee88');
  });

  it('keeps the colour of texts on a picture whose class changes, or that come later', async () => {
    const picture = await dark('/slides', 260);
    const expected = ['#222222', '#222222', '#222222', '#123456'];
    for (const [row, colour] of expected.entries()) {
      const letters = Array.from({ length: 130 }, (_, x) => picture.at(x, row * rowPixels + 15));
      assert.ok(letters.includes(colour), `${row}: ${[...new Set(letters)].slice(0, 5)}`);
    }
  });

  it('follows pictures that a script moves under other texts', async () => {
    const picture = await dark('/moved', 200);
    const { surface, contrast } = rowAt(picture, 0);
    assert.ok(contrast > 4.5 && luminance(surface) < 0.05, `${surface}, ${contrast}`);
    assert.deepEqual([picture.at(500, 60), picture.at(500, 20) === '#ffee88'], ['#ffee88', false]);
    const letters = Array.from({ length: 130 }, (_, x) => picture.at(x, rowPixels + 15));
    assert.ok(letters.includes('#222222'), `${[...new Set(letters)].slice(0, 5)}`);
  });

  it('follows changes of colours after many changes of lengths', async () => {
    const picture = await dark('/progress', 300);
    for (const row of [0, 1]) {
      const { surface, brightness, contrast } = rowAt(picture, row);
      assert.ok(surface !== '#553333' && brightness < 0.05 && contrast > 4.5, `${row}: ${surface}, ${contrast}`);
    }
  });

  it('keeps a text on a picture with a faint wash', async () => {
    const { at } = await dark('/washed', 200);
    for (const y of [15, 55]) {
      const letters = Array.from({ length: 130 }, (_, x) => at(x, y));
      assert.ok(letters.includes('#123456'), letters.join());
    }
  });

  it('darkens what comes later also after parts were taken out, and put back', async () => {
    const { at } = await dark('/taken-out', 300);
    for (const y of [20, 60, 100]) assert.ok(luminance(at(300, y)) < 0.05, `${y}: ${at(300, y)}`);
  });

  it('warns where elements are too many', async () => {
    const { headers } = await served.get('/crowded', { darkMode: 'true' });
    assert.match(
      headers.get('x-warnings') ?? '',
      /Parts of the page stay light: `darkMode` (?:takes 4 s at most|changes only the first 30,000 elements)/,
    );
  });

  it('shows icons, and darkens pseudo-elements and shadow trees', async () => {
    const { at } = await dark('/icons', 300);
    for (const row of [0, 1, 3]) assert.ok(luminance(at(20, row * 40 + 20)) > 0.3, `${row}: ${at(20, row * 40 + 20)}`);
    assert.deepEqual([at(10, 100), at(30, 100)], ['#111111', '#ffffff']);
    for (const row of [4, 5]) assert.ok(luminance(at(300, row * 40 + 20)) < 0.05, `${row}: ${at(300, row * 40 + 20)}`);
  });

  it('darkens what comes later, without waiting for transitions', async () => {
    const { at } = await dark('/later', 200);
    for (const y of [20, 60, 100]) assert.ok(luminance(at(300, y)) < 0.05, `${y}: ${at(300, y)}`);
  });

  it('darkens parts whose class or style changes later', async () => {
    const picture = await dark('/restyled', 520);
    for (const row of [0, 1, 3, 4, 6, 7, 9]) {
      const { surface, brightness, contrast } = rowAt(picture, row);
      assert.ok(surface !== '#553333' && brightness < 0.05 && contrast > 4.5, `${row}: ${surface}, ${contrast}`);
    }
    for (const row of [2, 8]) {
      const { surface, contrast } = rowAt(picture, row);
      assert.deepEqual([row, surface, contrast > 4.5], [row, '#102030', true]);
    }
    assert.deepEqual(
      [picture.at(560, 7 * rowPixels + 20) === '#553333', picture.at(560, 9 * rowPixels + 20)],
      [false, '#553333'],
    );
    const [line = 0, ...others] = [1, 3, 5].map((at) =>
      Number.parseInt(picture.at(300, 11 * rowPixels + 35).slice(at, at + 2), 16),
    );
    assert.ok(
      others.every((part) => line > 2 * part),
      `${line} ${others}`,
    );
    // The picture under the last text has moved with it.
    for (const row of [5, 10]) {
      const letters = Array.from({ length: 130 }, (_, x) => picture.at(x, row * rowPixels + 15));
      assert.ok(letters.includes('#123456'), `${row}: ${letters.join()}`);
    }
  });
};
