import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';

const filled = (colour: string, body = '') => html(body, `<style>html{background:${colour}}</style>`);

const pages = {
  '/opener': filled('#f00', `<button id="open" onclick="window.open('/opened')">x</button>`),
  '/opened': filled('#00f', '<input id="name"><button id="close" onclick="window.close()">x</button>'),
  '/': html('<input id="name">'),
  '/long': html(`${'<p>line</p>'.repeat(100)}<script>onresize = () => { document.title = 'resized'; }</script>`),
};

const small = { vw: 800, vh: 600, scaleFactor: 1 };
const largest = { vw: 5000, vh: 5000, scaleFactor: 3 };

export const pictureCases = (): void => {
  describe('pictures that come with actions, and their viewports', { timeout: 600_000 }, () => {
    const { done, refused, goto } = startActing(pages);

    const place = async () => (await done('query', { selector: 'p', fields: ['bbox'], limit: 1 })).elements;
    const fill = { selector: '#name', value: 'Ada', screenshot: true };

    const colourOf = ({ bodyBase64 }: { bodyBase64: string }) =>
      decodePng(Buffer.from(bodyBase64, 'base64')).at(400, 400);

    it('show the window that the action has opened, and the one before when it has closed it', async () => {
      await goto('/opener', small);
      const { screenshot, notes } = await done('click', { selector: '#open', screenshot: true });
      assert.equal(colourOf(screenshot), '#0000ff');
      assert.match(notes.join(), /another page now: .*\/opened/);
      const closing = await done('click', { selector: '#close', screenshot: true });
      assert.equal(colourOf(closing.screenshot), '#ff0000');
    });

    it('show the window that a step of a batch has opened', async () => {
      await goto('/opener', small);
      const actions = [
        { type: 'click', payload: { selector: '#open' } },
        { type: 'fill', payload: { selector: '#name', value: 'Ada' } },
      ];
      const { completed, screenshot } = await done('batch', { actions, screenshot: true });
      assert.deepEqual([completed, colourOf(screenshot)], [2, '#0000ff']);
      await done('click', { selector: '#close' });
    });

    it('come with a picture, too', async () => {
      await goto('/', small);
      const { bodyBase64, screenshot } = await done('screenshot', { fullPage: true, screenshot: true });
      assert.ok(bodyBase64);
      assert.equal(screenshot.contentType, 'image/png');
    });

    it('are left out with a note where they are too large, and the action has been done', async () => {
      await goto('/', small);
      const { value, screenshot, notes } = await done('fill', { ...fill, ...largest });
      assert.deepEqual([value, screenshot], ['Ada', undefined]);
      assert.match(notes.join(), /^The picture is left out\. .* 100 megapixels/);
    });

    it('leave the window as it was where there is no such element', async () => {
      await goto('/long', small);
      await done('scroll', { deltaY: 1400 });
      const before = await place();
      for (const type of ['screenshot', 'hover']) {
        const payload = { selector: '#none', vw: 1600, vh: 4000, screenshot: true };
        assert.deepEqual((await refused(type, payload)).slice(0, 2), [422, 'selector_not_found'], type);
        assert.deepEqual(await place(), before, type);
      }
      const { width, height } = decodePng(Buffer.from((await done('screenshot')).bodyBase64, 'base64'));
      assert.deepEqual([width, height], [800, 600]);
    });

    it('do not even change it for a moment where there can be no such element', async () => {
      await goto('/long', small);
      for (const type of ['screenshot', 'hover'])
        assert.equal((await refused(type, { selector: 'a[[', vw: 1600, vh: 1600, screenshot: true }))[0], 400, type);
      assert.equal((await done('title')).title, 'test');
    });
  });
};
