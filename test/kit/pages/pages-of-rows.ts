import { html } from './pages.js';

export const sentence =
  'The quick brown fox jumps over the lazy dog, and nobody has ever found out why, asked the hound. ';
/** Six, with 342 words. */
export const paragraphs = Array.from({ length: 6 }, (_, index) => `<p>Part ${index}: ${sentence.repeat(3)}</p>`).join(
  '',
);

const table = (rows: number) =>
  `<table>${Array.from({ length: rows }, (_, row) => `<tr><td>Fox ${row}</td><td>in den ${row}</td><td>${row * 7} mice</td></tr>`).join('')}</table>`;
const list = (items: number) =>
  `<ul>${Array.from({ length: items }, (_, item) => `<li>Rule ${item}: mind the hound</li>`).join('')}</ul>`;

const teasers = `<ul>${`<li><a href="/s"><h4>${sentence.slice(0, 40)}</h4></a><p>${sentence.repeat(2).slice(0, 120)}</p></li>`.repeat(10)}</ul>`;

/** Pages with an article and, in or beside it, tables, lists or teasers. */
export const pagesOfRows = {
  '/tables': html(`<div>${paragraphs}</div><div>${table(60)}</div><div>${table(60)}</div>`),
  '/rules': html(`<article><div>${paragraphs}</div><div>${list(90)}</div></article>`),
  '/beside-table': html(`<div>${paragraphs}</div><div>${table(12)}</div>`),
  '/marked-beside-table': html(`<article>${paragraphs}</article><div>${table(120)}</div>`),
  '/beside-list': html(
    `<div>${paragraphs}</div><div>${list(90).replace(/mind/g, '<a href="/s">mind the hound, he comes</a>')}</div><aside>${list(90)}</aside>`,
  ),
  '/teasers': html(`<article><div>${paragraphs}</div><section class="related">Rule 0 ${teasers}</section></article>`),
  '/nested-teasers': html(
    `<article class="node--page"><div>${paragraphs.replaceAll(sentence.repeat(3), sentence.repeat(2).slice(0, 110))}</div>${`<div><article class="teaser"><p>Lead: ${sentence.repeat(2).slice(0, 120)}</p></article></div>`.repeat(36)}</article>`,
  ),
  '/nested-comments': html(
    `<article><div itemprop="articleBody">${paragraphs}</div><div class="comments">${`<article><p>Rule 0 ${sentence.repeat(2)}</p></article>`.repeat(60)}</div></article>`,
  ),
  '/unnamed-teasers': html(`<article><div>${paragraphs}</div><section>Rule 0 ${teasers}</section></article>`),
  '/tweets': html(
    `<div class="has-sidebar"><div>${paragraphs}</div><div id="sidebar"><ul>${`<li>Rule 0 ${sentence.repeat(2).slice(0, 143)}</li>`.repeat(10)}</ul></div></div>`,
  ),
  '/tables-and-sidebar': html(
    `<div class="has-sidebar"><div>${paragraphs}</div><div>${table(60)}</div><div>${table(60)}</div></div>`,
  ),
};
