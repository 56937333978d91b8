import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Metadata, metadataAnswerSchema } from '@tintype/contracts';
import type { PageHandler } from '../../../../kit/pages/pages.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

const page = (head: string, body = '', html = '<html>'): PageHandler => {
  return (_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html>${html}<head>${head}</head><body>${body}</body></html>`);
};

const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

const article = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebSite', name: 'not this' },
    {
      '@type': 'NewsArticle',
      headline: 'Of foxes',
      datePublished: '2024-05-01T10:00:00+02:00',
      description: 'What they do.',
      author: [{ '@type': 'Person', name: 'Jane Doe' }],
      image: { '@type': 'ImageObject', url: '/fox.jpg' },
      inLanguage: 'en-GB',
      publisher: { '@id': '#hound' },
      audio: { '@type': 'AudioObject', contentUrl: 'fox.mp3' },
    },
    { '@type': 'Organization', '@id': '#hound', name: 'The Hound', logo: { url: '/hound.png' } },
    { '@type': 'VideoObject', contentUrl: 'fox.mp4', embedUrl: 'player/fox' },
  ],
};

const pages = {
  '/bare': page(''),
  '/plain': page(
    '<title> A\n title </title><meta name="description" content="About it"><meta name="author" content="Jane">',
  ),
  '/graph': page(
    `<meta property="og:title" content="Graph"><meta property="og:description" content="About">
     <meta property="og:image" content="/a.png"><meta property="og:site_name" content="Site"><meta property="og:locale" content="en_US">
     <meta property="og:url" content="/other"><link rel="canonical" href="/canonical?a=1"><title>Not this</title>
     <meta property="article:published_time" content="2024-05-01T10:00:00Z">
     <meta property="article:author" content="https://social.example/jane"><meta name="twitter:creator" content="@jane">
     <link rel="alternate" type="application/atom+xml" href="feed.xml"><link rel="apple-touch-icon" href="touch.png"><link rel="icon" href="i.ico">
     <meta property="og:video" content="/film.mp4"><meta property="og:video:type" content="video/mp4">
     <meta property="og:audio" content="/sound.mp3"><meta name="twitter:player" content="https://player.example/1">`,
  ),
  '/player': page(
    '<meta property="og:video:url" content="https://player.example/2"><meta property="og:video:type" content="text/html">',
    '<video><source src="film.webm"></video>',
  ),
  '/json-ld': page(`<script type="application/ld+json">{"broken": </script>${jsonLd(article)}`),
  '/authors': page(
    jsonLd([
      { '@type': 'NewsArticle', author: [{ name: 'By Ida Lens' }, { name: 'Max Frei' }, { name: 'Max Frei' }] },
      { '@type': 'NewsArticle', author: { name: 'Another' } },
    ]),
  ),
  '/meta-authors': page('<meta name="author" content="Ida Lens"><meta name="author" content="Max Frei">'),
  '/linked-authors': page('', '<a rel="author">Ida Lens</a><aside><a rel="author">Another</a></aside>'),
  '/microdata': page(
    '<base href="/base/">',
    `<article><h1>Heading</h1><span itemprop="author"><b itemprop="name">Jane</b></span><time datetime="2024-05-01">May</time>
     <audio src="a.mp3"></audio><video src="a.mp4"></video></article>`,
    '<html lang="de_AT">',
  ),
  '/moved': (_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<html><head><div></div><title>In the body</title><script type="application/ld+json; charset=utf-8">' +
          '<!--\n{"@type":"NewsArticle","author":["By Ida Lens"],"datePublished":"01.05.2024",}\n--></script></head>',
      ),
  '/drawing': (_request, response) =>
    response
      .setHeader('content-type', 'image/svg+xml')
      .end('<svg xmlns="http://www.w3.org/2000/svg"><title>A drawing</title><rect width="9" height="9"/></svg>'),
  '/icons': page(
    `<link rel="icon" sizes="16x16" href="16.png"><link rel="apple-touch-icon" sizes="57x57" href="57.png">
     <link rel="apple-touch-icon" sizes="180x180" href="180.png"><link rel="icon" sizes="192x192" href="192.png">
     <link rel="icon" sizes="512x512" media="(prefers-color-scheme: dark)" href="dark.png">`,
  ),
  '/script': page('<title>before</title><script>addEventListener("load",()=>{document.title="after"})</script>'),
  '/later': page('<script>setTimeout(()=>{document.title="done";document.body.id="done"},500)</script>'),
  '/broken': page(
    '<title>whole</title><script>Document.prototype.querySelectorAll=Array.prototype.map=()=>{throw 1}</script>',
  ),
} satisfies Record<string, PageHandler>;

export const metadataCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'metadata', serviceOf);
  const { get } = served;

  const metadata = async (path: string, options: Record<string, string> = {}): Promise<Metadata> => {
    const answer = await get(path, options);
    assert.equal(answer.status, 200, answer.body.toString());
    return metadataAnswerSchema.strict().parse(JSON.parse(answer.body.toString())).metadata;
  };

  /** All fields null except the given ones. */
  const only = (given: Partial<Metadata>) => ({
    ...Object.fromEntries(Object.keys(metadataAnswerSchema.shape.metadata.shape).map((field) => [field, null])),
    ...given,
  });

  it('is JSON, and a file with a name', async () => {
    const { headers } = await get('/bare');
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('content-disposition'), 'inline; filename="127.0.0.1-bare.json"');
  });

  it('is null except for the URL if the page has no metadata', async () => {
    assert.deepEqual(await metadata('/bare'), only({ url: served.site.url('/bare') }));
    assert.equal(Object.keys(await metadata('/bare')).length, 13);
  });

  it('has all authors of the article, but none of another', async () => {
    for (const [path, author] of [
      ['/authors', 'Ida Lens, Max Frei'],
      ['/meta-authors', 'Ida Lens, Max Frei'],
      ['/linked-authors', 'Ida Lens'],
    ] as const)
      assert.equal((await metadata(path)).author, author, path);
  });

  it('has the title, description and author of a plain page', async () => {
    const expected = { title: 'A title', description: 'About it', author: 'Jane', url: served.site.url('/plain') };
    assert.deepEqual(await metadata('/plain'), only(expected));
  });

  it('reads Open Graph, Twitter and links, as absolute URLs', async () => {
    assert.deepEqual(await metadata('/graph'), {
      author: '@jane',
      audio: served.site.url('/sound.mp3'),
      date: '2024-05-01T10:00:00.000Z',
      description: 'About',
      feed: served.site.url('/feed.xml'),
      iframe: 'https://player.example/1',
      image: served.site.url('/a.png'),
      lang: 'en-US',
      logo: served.site.url('/touch.png'),
      publisher: 'Site',
      title: 'Graph',
      url: served.site.url('/canonical?a=1'),
      video: served.site.url('/film.mp4'),
    });
  });

  it('distinguishes a player from a film', async () => {
    const { iframe, video } = await metadata('/player');
    assert.deepEqual([iframe, video], ['https://player.example/2', served.site.url('/film.webm')]);
  });

  it('reads JSON-LD beside a broken script', async () => {
    assert.deepEqual(await metadata('/json-ld'), {
      author: 'Jane Doe',
      audio: served.site.url('/fox.mp3'),
      date: '2024-05-01T08:00:00.000Z',
      description: 'What they do.',
      feed: null,
      iframe: served.site.url('/player/fox'),
      image: served.site.url('/fox.jpg'),
      lang: 'en-GB',
      logo: served.site.url('/hound.png'),
      publisher: 'The Hound',
      title: 'Of foxes',
      url: served.site.url('/json-ld'),
      video: served.site.url('/fox.mp4'),
    });
  });

  it('reads what templates and parsers moved', async () => {
    const { author, date, title } = await metadata('/moved');
    assert.deepEqual([author, date, title], ['Ida Lens', '2024-05-01T00:00:00.000Z', 'In the body']);
    assert.equal((await metadata('/drawing')).title, 'A drawing');
  });

  it('reads the best icon for a light background', async () => {
    assert.equal((await metadata('/icons')).logo, served.site.url('/192.png'));
  });

  it('reads elements, relative to the base', async () => {
    const expected = {
      author: 'Jane',
      audio: served.site.url('/base/a.mp3'),
      date: '2024-05-01T00:00:00.000Z',
      lang: 'de-AT',
      title: 'Heading',
      url: served.site.url('/microdata'),
      video: served.site.url('/base/a.mp4'),
    };
    assert.deepEqual(await metadata('/microdata'), only(expected));
  });

  it('reads the page after its scripts, even with broken prototypes', async () => {
    assert.equal((await metadata('/script')).title, 'after');
    assert.equal((await metadata('/broken')).title, 'whole');
  });

  it('heeds delay, waitFor and waitForId', async () => {
    assert.equal((await metadata('/later')).title, null);
    for (const options of [{ delay: '1.5' }, { waitFor: '#done' }, { waitForId: 'done' }]) {
      assert.equal((await metadata('/later', options as Record<string, string>)).title, 'done');
    }
  });
};
