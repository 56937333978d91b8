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

const messages = Array.from(
  { length: 30 },
  (_, row) => `<div role="row"><b>Sender ${row}</b> asks for foxes</div>`,
).join('');
const twoLines = Array.from(
  { length: 30 },
  (_, row) => `<div><p>Sender ${row}</p><p>asks for foxes, and waits for an answer</p></div>`,
).join('');
const folders = Array.from({ length: 12 }, (_, folder) => `<div>Folder ${folder}</div>`).join('');
const post = (number: number) =>
  `<div class="answer"><p>Answer ${number}: ${sentence.repeat(3)}</p><ul class="comments"><li>Remark ${number}.</li></ul></div>`;

/** Pages with many stories or comments. */
const cards = (element: string, length: number) =>
  Array.from(
    { length },
    (_, i) =>
      `<${element}><div><h3>Feature ${i}</h3><p>${sentence}</p><a href="/f${i}">Read more</a></div></${element}>`,
  ).join('');
const landing = (middle: string) =>
  html(
    `<header>Lumen</header><div class="hero"><h1>Hero</h1><p>Hero words: ${sentence}</p></div><div class="features">${middle}</div>
     <div class="band"><h2>One command</h2><code>npm create</code></div><table><tr><td>Free<td>0</tr></table><footer>Imprint</footer>`,
  );
/** A step of instructions is no card. */
const steps = Array.from(
  { length: 6 },
  (_, i) => `<div><h3>Step ${i}</h3><p>${sentence} See <a href="/s">this</a>.</p></div>`,
);

/** A section of a list of products, or of a reference, ends with a link. */
const sections = (element: string, end: string) =>
  Array.from(
    { length: 10 },
    (_, i) =>
      `<${element}><h2>Part ${i}</h2><p>${sentence.repeat(2)}</p><p><a href="/p${i}">${end}</a></p></${element}>`,
  ).join('');
const introduced = (parts: string) =>
  html(
    `<nav><a href="/">Home</a></nav><div><h1>Ten foxes</h1><p>${sentence.repeat(2)}</p>${parts}</div><footer>Imprint</footer>`,
  );

/** Pages without an article. Their largest block is a row of cards. */
export const pagesOfCards = {
  '/cards': landing(cards('article', 6)),
  '/unnamed-cards': landing(cards('div', 6)),
  '/steps': html(`<nav><a href="/">Home</a></nav><div>${steps.join('')}</div><footer>Imprint</footer>`),
  '/products': introduced(sections('div', 'Check price')),
  '/reference': introduced(sections('section', 'Source')),
  '/prose-and-cards': html(
    `<nav><a href="/">Home</a></nav><div>${paragraphs}<div>${cards('div', 3)}</div></div><footer>Imprint</footer>`,
  ),
} as const;

export const pagesOfStories = {
  '/discussed': html(
    `<title>Of foxes</title><div id="menu"><a href="/">Home</a></div><div><h1>Of foxes</h1>${paragraphs}</div>
     <div id="comments">${`<div class="comment"><b>Reader</b><p>Reply. ${sentence.repeat(2)}</p></div>`.repeat(60)}</div>`,
  ),
  '/front': html(
    `<title>The Hound</title>${Array.from(
      { length: 30 },
      (_, index) =>
        `<section><h2>Story ${index}</h2><p>Lead ${index}: ${sentence.repeat(2)}</p><p><a href="/s">More</a></p></section>`,
    ).join('')}`,
  ),
  // Three nested boxes for each comment.
  '/front-discussed': html(
    `<title>The Hound</title><div><nav><a href="/">Home</a></nav><h2>Top</h2><div class="main-story">${paragraphs}</div></div>${Array.from(
      { length: 8 },
      (_, index) => `<div><div><h2>Story ${index}</h2><p>Lead ${index}: ${sentence.repeat(6)}</p></div></div>`,
    ).join(
      '',
    )}<div class="comments">${`<div class="comment"><div class="comment-text"><p>Reply. ${sentence.repeat(2)}</p></div></div>`.repeat(40)}</div>
     <table><tr><th align=constructor>Odd<th align=right>Even</tr><tr><td>o1<td>o2</tr></table>`,
  ),
};

/** Pages of applications with several panes, and of questions with answers. */
export const pagesOfPanes = {
  '/mailbox': html(
    `<aside>${folders}</aside><main>${messages}</main><aside>Preview<p>Preview text. ${sentence.repeat(3)}</p></aside>`,
  ),
  '/open-mail': html(`<nav>${folders}</nav><div>${messages}</div><section><h2>Mail</h2>${paragraphs}</section>`),
  '/plain-list': html(
    `<aside>${folders}</aside><main>${messages.replaceAll(' role="row"', '')}</main><aside><p>Preview text. ${sentence.repeat(3)}</p></aside>`,
  ),
  '/paragraphs-in-rows': html(
    `<aside>${folders}</aside><main>${twoLines}</main><section><h2>Mail</h2><p>Part 5: ${sentence.repeat(2)}</p></section>`,
  ),
  '/steps': html(
    `<div>${Array.from({ length: 12 }, (_, i) => `<div><h3>Step ${i}</h3><p>Short ${i}: ${sentence.slice(0, 60)}</p></div>`).join('')}</div><footer><p>Imprint ${sentence}</p></footer>`,
  ),
  '/wrapped-paragraphs': html(
    `<div><h1>Fox</h1>${Array.from({ length: 30 }, (_, i) => `<div><p>Short ${i}: ${sentence.slice(0, 40)}</p></div>`).join('')}</div><footer><p>Imprint ${sentence.repeat(2)}</p></footer>`,
  ),
  '/answers': html(
    `<div><h1>Why?</h1>${paragraphs}</div>${[0, 1, 2, 3].map(post).join('')}<aside>${'<a href="/q">Hot question</a>'.repeat(30)}</aside>`,
  ),
  '/short-paragraphs': html(
    `<div><h1>Fox</h1>${Array.from({ length: 30 }, (_, i) => `<p>Short ${i}: ${sentence.slice(0, 40)}</p>`).join('')}</div><footer><p>Imprint ${sentence.repeat(2)}</p></footer>`,
  ),
  '/listed-post': html(
    `<div role="listitem"><h1>Fox</h1>${paragraphs}</div><footer><p>Imprint ${sentence.repeat(2)}</p></footer>`,
  ),
  '/article-comments': html(
    `<div class="part">${paragraphs}</div><div class="part"><ul class="comments">${'<li class="comment">Remark 0.</li>'.repeat(9)}</ul></div>`,
  ),
};

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
