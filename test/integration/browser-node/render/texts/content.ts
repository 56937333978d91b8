import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { before, describe, it } from 'node:test';
import { type ContentAnswer, contentAnswerSchema } from '@tintype/contracts';
import { html } from '../../../../kit/pages/pages.js';
import {
  pagesOfPanes,
  pagesOfRows,
  pagesOfStories,
  paragraphs,
  sentence,
} from '../../../../kit/pages/pages-of-rows.js';
import { articleParts } from '../../../../kit/render/article-parts.js';
import { announcementOf } from '../../../../kit/render/render-job.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

const plain = (type: string, body: string, headers: Record<string, string> = {}) => {
  return (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);
  };
};

const pages = {
  '/article': plain(
    'text/html',
    `<!doctype html><html><head><meta charset="utf-8"><title>Of foxes – The Hound</title></head><body>
     <header><h1>The Hound</h1></header><nav><a href="/a">Home</a> <a href="/b">About us</a></nav>
     <article><h1>Of foxes</h1>${paragraphs}
       <p>See <a href="more?x=1">more <b>foxes</b></a> and <img alt="a fox" src="fox.png" width="300" height="200">.</p>
       <ul><li>red<li>grey</ul>
       <pre><button>Copy</button><code class="language-sh">echo 1\n  echo 2</code></pre>
       <table><tr><th>fox</th><th>legs</th></tr><tr><td>red</td><td>4</td></tr></table>
     </article><footer>Imprint</footer>`,
  ),
  '/bylined': html(
    `<title>Of foxes</title><div><h1>Of foxes</h1><p class="byline">By <a rel="author" href="/i">Ida Lens</a> and Max Frei</p>${paragraphs}</div>`,
  ),
  '/titled': plain('text/html', `<title>Of foxes</title><article><h1>Of foxes</h1>${paragraphs}</article>`),
  '/lettered': plain(
    'text/html',
    `<title>Page of foxes | Word</title><h1>Test page of foxes</h1><div><h2>Red ones</h2>${paragraphs}</div>`,
  ),
  '/grouped': plain(
    'text/html',
    `<title>Foxes - Hound</title><header><hgroup><h1>All foxes</h1><p>In short</p></hgroup></header><main>${paragraphs}</main>`,
  ),
  '/second-level': plain(
    'text/html',
    `<title>Foxes, red and grey</title><header><h1>Hound</h1></header><h2>Foxes: red, grey</h2><main>${paragraphs}</main>`,
  ),
  '/defined': plain(
    'text/html',
    `<title>Foxes</title><h1>Foxes</h1><div><p><b>Foxes</b> are red. ${sentence}</p>${paragraphs}</div>`,
  ),
  '/named-site': plain(
    'text/html',
    `<title>Foxes</title><header><h1>The Hound</h1></header><main>${paragraphs}</main>`,
  ),
  '/named-site-in-title': plain(
    'text/html',
    `<title>Foxes - The Hound</title><header><h1>The Hound</h1></header><main>${paragraphs}<p>The Hound says so.</p></main>`,
  ),
  '/shop': plain('text/html', '<title>Shop</title><h1>Red shoes</h1><p>Shoes.</p><h2>Sizes</h2><p>All.</p>'),
  ...pagesOfRows,
  ...pagesOfPanes,
  ...pagesOfStories,
  '/parts': plain(
    'text/html; charset=utf-8',
    `<title>Of parts</title><nav><a href="/">Home</a></nav><article><h1>Of parts</h1>${paragraphs}
     ${articleParts.map((part) => `${part.html}<p>Then: ${sentence}</p>`).join('\n')}</article><footer>Imprint</footer>`,
  ),
  '/fox.png': plain('image/png', ''),
  '/list': html('<div>one</div><div>two</div><p style="display:none">hidden</p><script>var unseen</script>'),
  '/empty': html(''),
  '/script': html('<script>document.body.innerHTML="<p>made by a script</p>"</script>'),
  '/shadow': html(
    `<iframe name="body" hidden></iframe><x-a><b slot="s">slotted</b></x-a><script>customElements.define('x-a',class extends HTMLElement{constructor(){
       super();this.attachShadow({mode:'open'}).innerHTML='<p>in the shadow: <slot name="s"></slot></p><x-b></x-b>'}});
     customElements.define('x-b',class extends HTMLElement{constructor(){
       super();this.attachShadow({mode:'open'}).innerHTML='<p>deeper</p>'}})</script>`,
  ),
  '/unseen': html(
    Array.from(
      { length: 40 },
      (_, i) => `<section style="content-visibility:auto"><p>Part ${i}. ${sentence}</p></section>`,
    ).join(''),
  ),
  '/closed': html('<details><summary>More</summary><p>inside of it</p></details>'),
  '/broken': html(
    `<p>whole</p><script>Array.prototype.map=Array.prototype.push=String.prototype.replace=Node.prototype.cloneNode=
     Document.prototype.createElement=Document.prototype.createTreeWalker=JSON.stringify=()=>{throw 1}</script>`,
  ),
  '/strict': plain('text/html', '<!doctype html><p>strict', {
    'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'",
  }),
  '/text': plain('text/plain', 'one\n  two'),
  '/svg': plain('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">drawn</text></svg>'),
  '/frames': plain('text/html', '<frameset cols="*,*"><frame src="/list"><frame src="/text"></frameset>'),
  '/removed': html('<script>document.documentElement.remove()</script>'),
  '/later': html('<script>setTimeout(()=>{document.body.innerHTML="<p id=done>done"},500)</script>'),
  '/larger-than-1-mb': html(`<p>${sentence.repeat(12_000)}</p>`),
  '/nested': html(
    `<script>let inner=document.body;for(let i=0;i<1500;i++){const div=document.createElement('div');inner.append(div);inner=div}
     inner.append('at the bottom')</script>`,
  ),
} as const;

export const contentCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'content', serviceOf);
  const { get } = served;

  const content = async (
    path: string,
    options: Record<string, string> = {},
  ): Promise<ContentAnswer & { warnings: string | null }> => {
    const answer = await get(path, options);
    assert.equal(answer.status, 200, answer.body.toString());
    const warnings = answer.headers.get('x-warnings');
    return { ...contentAnswerSchema.strict().parse(JSON.parse(answer.body.toString())), warnings };
  };

  it('is JSON, and a file with a name', async () => {
    const { headers } = await served.service.get({ url: served.site.url('/list') }, { endpoint: 'content' });
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('content-disposition'), 'inline; filename="127.0.0.1-list.json"');
  });

  it('has the whole document as HTML, after its scripts', async () => {
    const article = await content('/article');
    assert.match(
      article.html,
      /^<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>.*Home.*<footer>Imprint.*<\/html>$/s,
    );
    assert.match((await content('/script')).html, /<p>made by a script<\/p>/);
  });

  it('has the article as text, in separate blocks', async () => {
    const { textContent } = await content('/article');
    assert.match(textContent, /^Of foxes\n\nPart 0: The quick[^\n]+\n\nPart 1:/);
    assert.match(textContent, /red\ngrey\n\n/);
    assert.match(textContent, /fox\tlegs\nred\t4$/);
    assert.doesNotMatch(textContent, /Home|Imprint/);
  });

  it('has the article as Markdown, with absolute links', async () => {
    const { markdown } = await content('/article');
    assert.match(markdown, /^##? Of foxes\n\nPart 0: /);
    assert.ok(markdown.includes(`[more **foxes**](${served.site.url('/more?x=1')})`), markdown);
    assert.ok(markdown.includes(`![a fox](${served.site.url('/fox.png')})`), markdown);
    assert.match(markdown, /\n```sh\n[^`]*echo 1\n {2}echo 2\n```\n/);
    assert.match(markdown, /\| fox \| legs \|\n\| --- \| --- \|\n\| red \| 4 +\|/);
    assert.doesNotMatch(markdown, /Home|Imprint/);
  });

  it('has the article also where comments outweigh it, but the whole of a front page', async () => {
    const { textContent } = await content('/discussed');
    assert.match(textContent, /Part 0.*Part 5/s);
    assert.doesNotMatch(textContent, /Reply\.|Home/);
    assert.match((await content('/front')).textContent, /Lead 0.*Lead 29/s);
    const { textContent: whole, markdown } = await content('/front-discussed');
    assert.match(whole, /Part 0.*Lead 0.*Lead 7.*Reply/s);
    // `align="constructor"` is none.
    assert.match(markdown, /\| Odd \| Even \|\n\| --- \| ---: \|/);
  });

  it('keeps the names in a sentence about the authors', async () => {
    assert.match((await content('/bylined')).textContent, /By Ida Lens and Max Frei.*Part 5/s);
  });

  it('has all panes of an application, and the comments on each answer', async () => {
    for (const path of ['/mailbox', '/open-mail', '/plain-list', '/paragraphs-in-rows'])
      assert.match((await content(path)).textContent, /Folder 11.*Sender 0.*Sender 29.*(?:Preview text|Part 5)/s, path);
    const { textContent } = await content('/answers');
    assert.match(textContent, /Part 5.*Answer 0.*Remark 0.*Answer 3.*Remark 3/s);
    assert.doesNotMatch(textContent, /Hot question/);
    assert.doesNotMatch((await content('/article-comments')).textContent, /Remark/);
  });

  it('is the article also of short paragraphs, or in an item of a list', async () => {
    assert.match((await content('/short-paragraphs')).textContent, /^(?:Fox\s+)?Short 0.*Short 29: [^\n]*$/s);
    for (const path of ['/wrapped-paragraphs', '/steps'])
      assert.match((await content(path)).textContent, /^(?:Fox|Step 0)?\s*Short 0((?!Imprint).)*$/s, path);
    assert.match((await content('/listed-post')).textContent, /^(?:Fox\s+)?Part 0.*Part 5: [^\n]*$/s);
  });

  it('has the tables and lists of a page that consists of them', async () => {
    assert.match((await content('/tables')).textContent, /Part 5.*Fox 0\tin den 0.*Fox 59.*Fox 0\t.*Fox 59/s);
    assert.match((await content('/tables-and-sidebar')).textContent, /Part 5.*Fox 59.*Fox 0\t.*Fox 59/s);
    assert.match((await content('/rules')).textContent, /Part 5.*Rule 0.*Rule 89/s);
    for (const path of ['/beside-table', '/marked-beside-table', '/beside-list']) {
      const { textContent } = await content(path);
      assert.match(textContent, /Part 0.*Part 5/s, path);
      assert.doesNotMatch(textContent, /Fox 0|Rule 0/, path);
    }
  });

  it('is the whole of a front page inside an article', async () => {
    const { textContent } = await content('/nested-teasers');
    assert.match(textContent, /Part 0.*Part 5/s);
    assert.equal(textContent.split('Lead: ').length - 1, 36);
  });

  it('is the article also where teasers or tweets are beside it', async () => {
    for (const path of ['/teasers', '/unnamed-teasers', '/tweets', '/nested-comments']) {
      const { textContent } = await content(path);
      assert.match(textContent, /Part 0.*Part 5/s, path);
      assert.doesNotMatch(textContent, /Rule 0/, path);
    }
  });

  it('has the heading that repeats the title', async () => {
    assert.match((await content('/titled')).markdown, /^# Of foxes\n\nPart 0: /);
    assert.match((await content('/second-level')).markdown, /^# Foxes: red, grey\n\nPart 0: /);
    assert.match((await content('/defined')).markdown, /^# Foxes\n\n\*\*Foxes\*\* are red/);
    assert.equal((await content('/shop')).markdown, '# Red shoes\n\nShoes.\n\n## Sizes\n\nAll.');
  });

  it('has the page’s one heading beside the article, but not the name of the site', async () => {
    const { markdown, textContent } = await content('/lettered');
    assert.match(markdown, /^# Test page of foxes\n\n## Red ones\n\nPart 0: /);
    assert.match(textContent, /^Test page of foxes\n\nRed ones\n\nPart 0: /);
    assert.match((await content('/grouped')).markdown, /^# All foxes\n\n(In short\n\n)?Part 0: /);
    for (const path of ['/named-site', '/named-site-in-title'])
      assert.match((await content(path)).markdown, /^Part 0: /, path);
  });

  describe('an article', () => {
    let answer: ContentAnswer | undefined;
    before(async () => {
      answer = await content('/parts');
    });
    it('is without what surrounds it', () => assert.doesNotMatch(answer?.textContent ?? 'none', /Home|Imprint|none/));
    for (const { what, text = [], markdown = [], absent = /^$/ } of articleParts) {
      it(`has ${what}`, () => {
        assert.ok(answer);
        for (const part of text) assert.ok(answer.textContent.includes(part), `${part} in: ${answer.textContent}`);
        for (const part of markdown) assert.ok(answer.markdown.includes(part), `${part} in: ${answer.markdown}`);
        assert.doesNotMatch(answer.markdown, absent);
      });
    }
  });

  it('has the body if there is no article', async () => {
    const { textContent, markdown } = await content('/list');
    assert.deepEqual([textContent, markdown], ['one\n\ntwo', 'one\n\ntwo']);
    const empty = await content('/empty');
    assert.deepEqual([empty.textContent, empty.markdown], ['', '']);
  });

  it('has the content of open shadow trees in its place', async () => {
    const { html: document, textContent } = await content('/shadow');
    assert.match(textContent, /in the shadow: slotted\s+deeper/);
    assert.match(document, /<x-a><template shadowrootmode="open"><p>in the shadow/);
    assert.match(document, /<x-b><template shadowrootmode="open"><p>deeper/);
  });

  it('has undrawn and folded content', async () => {
    assert.match((await content('/unseen')).textContent, /Part 0\..*Part 39\./s);
    assert.match((await content('/closed')).textContent, /inside of it/);
  });

  const odd: [path: string, textContent: string][] = [
    ['/broken', 'whole'],
    ['/strict', 'strict'],
    ['/text', 'one\n  two'],
    ['/svg', 'drawn'],
    ['/frames', ''],
    ['/removed', ''],
  ];
  for (const [path, text] of odd) {
    it(`is of the page ${path}`, async () => {
      const { textContent } = await content(path);
      assert.ok(textContent === text || textContent.endsWith(`\n${text}`), textContent);
    });
  }

  it('heeds delay, waitFor and waitForId', async () => {
    assert.equal((await content('/later')).textContent, '');
    for (const options of [{ delay: '1.5' }, { waitFor: '#done' }, { waitForId: 'done' }]) {
      assert.match((await content('/later', options as Record<string, string>)).textContent, /done$/);
    }
  });

  it('does not change the page or request anything again', async () => {
    const before = served.site.hits('/fox.png');
    await content('/article', { timestamp: 'once' });
    assert.equal(served.site.hits('/fox.png'), before + 1);
  });

  // `test/long/` reads a page of 5 MB.
  it('is refused above the limit of a result', async () => {
    const pairs = { url: served.site.url('/larger-than-1-mb') };
    const limited = await announcementOf(served.service, { endpoint: 'content', pairs, resultBytes: 1_000_000 });
    assert.equal(limited.ok ? 'ok' : limited.code, 'result_too_large');
  });

  it('is the plain text, with a warning, if extraction takes too long', async () => {
    const pairs = { url: served.site.url('/nested') };
    const result = await announcementOf(served.service, { endpoint: 'content', pairs, milliseconds: 4000 });
    assert.ok(result.ok && /too large to extract an article/.test(result.warnings.join()), JSON.stringify(result));
  });
};
