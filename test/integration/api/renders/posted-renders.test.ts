import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ErrorCode, errorTable, limits } from '@tintype/contracts';
import { socketTo } from '../../../kit/attacks/scripts.js';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { decodePng } from '../../../kit/pages/picture.js';
import { readPdf } from '../../../kit/render/pdf.js';
import { readDocument } from '../../../kit/render/pdf-document.js';
import { type Service, startService, tester } from '../../../kit/service/service.js';

const token = Buffer.from(`${tester.id}:${tester.secret}`).toString('base64');
const pixel =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900"><rect width="100%" height="100%" fill="#12ab34"/></svg>';

const pages = {
  '/page': html('<h1>page</h1>'),
  '/counted': html('<h1>counted</h1>'),
  '/leave': (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
    response.writeHead(302, { location: request.url?.split('?')[1] }).end();
  },
  '/slow': (_: unknown, response: import('node:http').ServerResponse) => {
    setTimeout(() => response.setHeader('content-type', 'text/html').end('<h1>slow</h1>'), 700);
  },
  '/assets/green.svg': (_: unknown, response: import('node:http').ServerResponse) =>
    response.setHeader('content-type', 'image/svg+xml').end(pixel),
};

describe('POST /v1/renders', { timeout: 300_000 }, () => {
  let site: PageServer;
  /** No browser may reach it. */
  let secret: PageServer;
  let service: Service;

  before(async () => {
    site = await startPages(pages);
    secret = await startPages(html('<h1>secret</h1>'));
    service = await startService({ allow: `127.0.0.1:${site.port}`, apis: 2, nodes: 1 });
  });
  after(async () => {
    await service?.stop();
    await site?.close();
    await secret?.close();
  });

  const post = async (
    body: unknown,
    { api = 0, headers = {} }: { api?: number; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(`http://127.0.0.1:${service.publicPorts[api]}/v1/renders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const header = (name: string) => response.headers.get(name);
    return { status: response.status, header, bytes, json: () => JSON.parse(bytes.toString()) };
  };
  const contentOf = async (text: string, more: object = {}) => {
    const answer = await post({ endpoint: 'content', html: text, ...more });
    assert.equal(answer.status, 200, answer.bytes.toString());
    return answer.json() as { html: string; textContent: string; markdown: string };
  };

  it('answers as a signed URL does, and shares its cached result', async () => {
    const signed = await service.get({ url: site.url('/page'), vw: '300', vh: '200' });
    const posted = await post({ endpoint: 'image', url: site.url('/page'), vw: 300, vh: 200 });
    assert.deepEqual([posted.status, posted.header('x-cache'), posted.header('x-credits-charged')], [200, 'HIT', '0']);
    assert.deepEqual(posted.bytes, signed.body);
    for (const name of ['content-type', 'content-disposition', 'etag', 'x-file-url', 'x-target-status'])
      assert.equal(posted.header(name), signed.headers.get(name), name);
    const fresh = await post({ endpoint: 'image', url: site.url('/page'), vw: 300, vh: 200, fresh: true });
    assert.deepEqual([fresh.header('x-cache'), fresh.header('x-credits-charged')], ['MISS', '1']);
    assert.equal(site.hits('/page'), 2);
  });

  it('answers links with `Prefer: return=representation`', async () => {
    const answer = await post(
      { endpoint: 'pdf', url: site.url('/page') },
      { headers: { prefer: 'Return=Representation' } },
    );
    assert.deepEqual([answer.status, answer.header('preference-applied')], [200, 'return=representation']);
    const { success, results, warnings, timings, targetStatus } = answer.json();
    assert.deepEqual([success, results.length, warnings, targetStatus], [true, 1, [], 200]);
    assert.ok(timings.navigate > 0, JSON.stringify(timings));
    const [{ url, bytes, ...result }] = results;
    assert.deepEqual(result, { endpoint: 'pdf', contentType: 'application/pdf', cache: 'MISS', credits: 1 });
    const file = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.deepEqual([file.length, readPdf(file).pages.length], [bytes, 1]);
  });

  it('renders HTML whose links belong to a base, once for the same bytes, on every replica', async () => {
    const body = {
      endpoint: 'image',
      html: '<style>body{margin:0}</style><img src="green.svg">',
      baseUrl: site.url('/assets/x'),
    };
    const first = await post(body);
    assert.deepEqual([first.status, first.header('x-cache'), first.header('x-target-status')], [200, 'MISS', '200']);
    assert.equal(decodePng(first.bytes).at(700, 400), '#12ab34');
    assert.match(first.header('content-disposition') ?? '', /filename="document.png"/);
    assert.equal((await post(body, { api: 1 })).header('x-cache'), 'HIT');
    assert.equal((await post({ ...body, html: `${body.html} ` })).header('x-cache'), 'MISS');
    assert.equal(
      (await post({ endpoint: 'image', markdown: body.html, baseUrl: body.baseUrl })).header('x-cache'),
      'MISS',
    );
  });

  it('renders identical documents in flight once, over replicas', async () => {
    const body = { endpoint: 'content', html: `<p>twice</p>${'x'.repeat(900_000)}` };
    const answers = await Promise.all([0, 1, 0, 1].map((api) => post(body, { api })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal(answers.filter((answer) => answer.header('x-cache') === 'MISS').length, 1);
  });

  it('takes 5 MiB of HTML to the last letter, also escaped', async () => {
    const end = '<p id="end">the end: ä</p>';
    const text = `<!doctype html>\n<body><div hidden>${'ü'.repeat((limits.documentBytes - 100) / 2)}</div>${end}`;
    const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const body = JSON.stringify({ endpoint: 'content', html: text }).replace(/[\u0080-\uffff]/g, escaped);
    assert.ok(body.length > 3 * (limits.documentBytes - 1000), String(body.length));
    const answer = await post(body);
    assert.equal(answer.status, 200, answer.bytes.subarray(0, 300).toString());
    assert.match(answer.json().html, /the end: ä/);
  });

  it('prints Markdown as a page', async () => {
    const text =
      '---\ntitle: The lamp\n---\n# Lamps\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] lit\n\n```js\nconst a = 1;\n```\n';
    const row = `\n| a | b |\n|---|---|\n| Yes | ${'A long sentence of the report. '.repeat(9)} |\n`;
    const { bytes } = await post({ endpoint: 'pdf', markdown: text + row, format: 'A5' });
    const words = (await readDocument(bytes)).pages[0]?.lines.map((line) => line.text);
    assert.ok(words?.includes('Yes'), words?.join());
    const { html: page, markdown } = (await post({ endpoint: 'content', markdown: text })).json();
    assert.match(page, /<title>The lamp<\/title>/);
    assert.match(page, /<h1 id="lamps">/);
    assert.match(page, /<span class="hljs-keyword">const<\/span>/);
    assert.match(markdown, /- \[x\] lit/);
  });

  it('makes several outputs of one page load, each charged, cached and failing by itself', async () => {
    const url = site.url('/counted');
    const body = { outputs: ['pdf', 'content', { endpoint: 'image', selector: '#none' }, 'metadata'], url, vw: 500 };
    const answer = await post(body);
    assert.equal(answer.status, 200, answer.bytes.toString());
    const { success, results, timings } = answer.json();
    assert.equal(success, true);
    const facts = results.map(({ endpoint, cache, credits, error }: Record<string, { code: string }>) => [
      endpoint,
      cache ?? error?.code,
      credits,
    ]);
    assert.deepEqual(facts, [
      ['pdf', 'MISS', 1],
      ['content', 'MISS', 1],
      ['image', 'selector_not_found', 0],
      ['metadata', 'MISS', 1],
    ]);
    assert.ok(timings.navigate > 0 && timings.capture > 0, JSON.stringify(timings));
    assert.equal(site.hits('/counted'), 1);
    const pdf = await service.get({ url, vw: '500' }, { endpoint: 'pdf' });
    assert.deepEqual([pdf.headers.get('x-cache'), readPdf(pdf.body).pages.length], ['HIT', 1]);
    const again = await post({ ...body, outputs: ['pdf', 'metadata', 'image'] });
    assert.deepEqual(
      again.json().results.map(({ cache }: { cache: string }) => cache),
      ['HIT', 'HIT', 'MISS'],
    );
    assert.equal(site.hits('/counted'), 2);
    const failed = await post({ outputs: ['pdf', 'image'], url: secret.url('/') });
    assert.deepEqual([failed.status, failed.json().code], [403, 'target_blocked']);
    const wrong = await post({ outputs: ['pdf', { endpoint: 'image', quality: 900 }], url });
    assert.deepEqual([wrong.status, wrong.json().code, site.hits('/counted')], [400, 'invalid_option', 2]);
  });

  it('makes the same of one page load as of several', async () => {
    const text = `<style>body{margin:0}@media print{p{color:#f00}}</style><p style="height:1500px">tall</p>
      <canvas id=c></canvas><script>new ResizeObserver(()=>{document.title='w'+innerWidth}).observe(document.body)</script>`;
    const options = { html: text, full: true, printBackground: true, vw: 700 };
    const { results } = (await post({ outputs: ['content', 'image', 'pdf'], ...options })).json();
    for (const { endpoint, url } of results) {
      const together = Buffer.from(await (await fetch(url)).arrayBuffer());
      const { printBackground, full, ...common } = options;
      const own = { content: {}, image: { full }, pdf: { printBackground } }[endpoint as 'content'];
      const { bytes: alone } = await post({ endpoint, ...common, ...own, fresh: true });
      if (endpoint === 'pdf') assert.deepEqual(readPdf(together).drawn, readPdf(alone).drawn);
      else assert.ok(together.equals(alone), endpoint);
    }
  });

  it('shares outputs with identical requests in flight, over replicas', async () => {
    const url = site.url('/slow');
    const [both, one, other] = await Promise.all([
      post({ outputs: ['image', 'pdf'], url }),
      post({ endpoint: 'image', url }, { api: 1 }),
      post({ outputs: ['pdf', 'image'], url }, { api: 1 }),
    ]);
    assert.deepEqual([both.status, one.status, other.status], [200, 200, 200]);
    const credits = [both, other].flatMap((answer) =>
      answer.json().results.map((result: { credits: number }) => result.credits),
    );
    const sum = [...credits, Number(one.header('x-credits-charged'))].reduce((all, each) => all + each, 0);
    assert.equal(sum, 2);
    assert.ok(site.hits('/slow') <= 3, String(site.hits('/slow')));
  });

  it('tells no address of its own', async () => {
    const { markdown } = await contentOf(
      '<article><h1>Title</h1><p>See <a href="a/b.html">the next</a> and <a href="#x">x</a>.</p></article>',
    );
    assert.match(markdown, /\(a\/b.html\).*\(#x\)/);
    const { metadata } = (
      await post({ endpoint: 'metadata', html: '<title>T</title><link rel=icon href=/i.png>' })
    ).json();
    assert.deepEqual([metadata.title, metadata.url, metadata.logo], ['T', null, null]);
    const based = (await post({ endpoint: 'metadata', html: '<title>T</title>', baseUrl: site.url('/page') })).json();
    assert.equal(based.metadata.url, site.url('/page'));
    for (const baseUrl of [null, site.url('/page')]) {
      const { bytes } = await post({ endpoint: 'pdf', html: '<p>Text', header: '<b class=url></b>', baseUrl });
      const [page] = (await readDocument(bytes)).pages;
      assert.equal(page?.lines.map(({ text }) => text).join(''), `${baseUrl ?? ''}Text`);
    }
  });

  it('reaches nothing that a web page could not', async () => {
    const away = (path: string) => secret.url(path);
    const targets = [
      away('/fetch'),
      `http://localhost:${secret.port}/name`,
      site.url(`/leave?${away('/redirected')}`),
      `http://127.0.0.1:${service.apis[0]?.privatePort}/metrics`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'http://document.invalid/',
      'http://document.invalid/other',
    ];
    const attack = `<title>attack</title><div id=out></div><iframe src="${away('/frame')}"></iframe><img src="image.png">
      <iframe src="http://document.invalid/"></iframe><object data="${away('/object')}"></object>
      <script>
      const out = [];
      const note = (name, value) => out.push(name + ' ' + value);
      (async () => {
        for (const url of ${JSON.stringify(targets)})
          for (const mode of ['no-cors', 'cors']) await fetch(url, { mode }).then(() => note('GOT', url), () => note('no', url));
        note('socket', await ${socketTo(away('/socket').replace('http', 'ws'))});
        navigator.sendBeacon('${away('/beacon')}');
        note('origin', location.origin);
        note('stored', localStorage.getItem('mark') + document.cookie);
        localStorage.setItem('mark', 'left'); document.cookie = 'mark=left';
        document.getElementById('out').textContent = out.join('\\n');
      })();
      </script>`;
    for (const round of [1, 2]) {
      const { textContent } = await contentOf(attack, { delay: 1, fresh: true, baseUrl: away('/base/') });
      assert.match(textContent, /socket closed.*origin http:\/\/document\.invalid/s, `round ${round}: ${textContent}`);
      assert.match(textContent, /stored null$/m, textContent);
      assert.doesNotMatch(textContent, /GOT/, textContent);
    }
    assert.deepEqual([secret.connections, site.hits(`/leave?${away('/redirected')}`) > 0], [0, true]);
  });

  it('keeps a page that leaves for another address out of its own document', async () => {
    const answer = await post({
      endpoint: 'image',
      html: `<script>location = ${JSON.stringify(secret.url('/'))}</script>`,
    });
    assert.deepEqual([answer.status, answer.json().code], [403, 'target_blocked']);
  });

  it('refuses wrong bodies by the catalogue, and answers the next request', async () => {
    const values = [null, 0, -1, 1e300, '', 'x', [], [[]], {}, { a: {} }, true, '\u0000', 'ü'.repeat(300), '\ud800'];
    const names = ['endpoint', 'url', 'html', 'markdown', 'baseUrl', 'full', 'vw', 'waitFor', 'fileName', 'httpAuth'];
    const bodies: unknown[] = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"endpoint":"image"',
      Buffer.from([0xff, 0xfe]),
      '{"endpoint":"image","url":"x","__proto__":1}',
    ];
    for (const [at, name] of names.entries())
      for (let each = 0; each < 6; each += 1)
        bodies.push({
          endpoint: 'metadata',
          url: 'http://127.0.0.1:1/',
          fresh: false,
          [name]: values[(at + each * 3) % values.length],
        });
    for (const body of bodies) {
      const answer = await post(body);
      if (answer.status === 200) continue;
      const { success, code, error, requestId } = answer.json();
      const shown = `${JSON.stringify(body)}: ${answer.bytes}`;
      assert.deepEqual([success, errorTable[code as ErrorCode]?.status], [false, answer.status], shown);
      assert.ok(answer.status < 500 || code === 'target_unreachable', shown);
      assert.ok(error.length > 10 && requestId, shown);
    }
    assert.ok(bodies.length > 60);
    const compressed = await post({}, { headers: { 'content-encoding': 'gzip' } });
    assert.deepEqual([compressed.status, compressed.json().code], [400, 'invalid_request']);
    const stranger = await post(
      { endpoint: 'image', url: site.url('/page') },
      { headers: { authorization: 'Bearer x' } },
    );
    assert.deepEqual([stranger.status, stranger.json().code], [401, 'invalid_credentials']);
    const large = await post(Buffer.alloc(limits.renderBodyBytes + 1, 32));
    assert.deepEqual([large.status, large.json().code], [413, 'request_too_large']);
    assert.equal((await post({ endpoint: 'image', url: site.url('/page'), vw: 300, vh: 200 })).status, 200);
  });
});
