import { html, type PageServer, startPages } from './pages.js';

/** A form, a frame, a popup, a dialog, a download. */
export const startDevToolsSite = (): Promise<PageServer> =>
  startPages({
    '/': html(`<h1>Start</h1>
      <form action="/told"><input name="word" aria-label="Word"><button>Tell</button></form>
      <a id="popup" href="/told?word=popup" target="_blank">popup</a>
      <a id="download" href="/file" download>download</a>
      <button id="ask" onclick="this.textContent = confirm('Really?') ? 'yes' : 'no'">ask</button>
      <input id="file" type="file" onchange="this.files[0].text().then((text) => { readout.textContent = text })">
      <output id="readout"></output>
      <iframe src="/frame"></iframe>`),
    '/frame': html('<p id="inside">inside</p>'),
    '/told': (request, response) => {
      const word = new URL(request.url ?? '', 'http://x').searchParams.get('word');
      html(`<h1>Told</h1><output>${encodeURIComponent(word ?? '')}</output>`)(request, response);
    },
    '/file': (_request, response) =>
      response.setHeader('content-type', 'application/octet-stream').end(Buffer.alloc(100_000)),
  });
