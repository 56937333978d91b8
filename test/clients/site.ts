import { type PageHandler, type PageServer, startPages } from '../kit/pages/pages.js';

const page = (title: string, body: string): PageHandler => {
  const head = `<meta charset="utf-8"><title>${title}</title><meta name="author" content="Ida Lens">`;
  const text = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  return (_request, response) => response.setHeader('content-type', 'text/html').end(text);
};

const article = `<article><h1>Lanterns</h1><p>A lantern is a lamp that people carry. It has a handle, a frame and a flame behind
glass, so that wind and rain do not put it out.</p><p>Sailors hung lanterns at the stern of a ship. Miners carried them under ground,
and watchmen through the streets of a town at night.</p></article><p class="ad">Buy lamps!</p><p id="newsletter">Our newsletter</p>`;

const form = `<h1>Order</h1>
<form><input id="name" aria-label="Name"><select id="size"><option value="s">Small<option value="m">Medium</select>
<label><input type="checkbox" id="gift">As a gift</label> <button type="button" id="save">Save</button></form>
<p id="result">Nothing is saved yet.</p><ul id="sizes"><li data-size="s">Small<li data-size="m">Medium</ul>
<script>
  const the = (id) => document.getElementById(id);
  the('save').onclick = () => {
    const gift = the('gift').checked ? ', as a gift' : '';
    the('result').textContent = 'Saved for ' + the('name').value + ', size ' + the('size').value + gift;
    the('result').className = 'done';
  };
</script>`;

const moving = `<div style="width:40px;height:40px;background:teal;animation:move 1s linear infinite"></div>
<style>@keyframes move { to { transform: translateX(150px) } }</style>`;

/** The pages of clients/conformance/walk.json. The first one is also at `/`, for the examples of the READMEs. */
export const startSite = (): Promise<PageServer> =>
  startPages({
    '/': page('Lanterns &amp; lamps', article),
    '/article': page('Lanterns &amp; lamps', article),
    '/form': page('Order', form),
    '/moving': page('Moving', moving),
  });
