import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convertMarkdown } from './convert.js';

const options = { highlight: true, pageMargins: false };
const body = (text: string): string => /<main>\n([\s\S]*)<\/main>/.exec(convertMarkdown(text, options))?.[1] ?? '';

const cases: [name: string, text: string, part: RegExp][] = [
  ['a table', '| a | b |\n|:--|--:|\n| 1 | `x|y` |', /<th style="text-align:right"[^>]*>b<\/th>/],
  ['strikethrough', '~~old~~', /<s>old<\/s>/],
  ['strikethrough of one tilde', 'a ~*old*~ b~c~d', /a <s><em>old<\/em><\/s> b<s>c<\/s>d/],
  ['no strikethrough of different tildes', '~a~~ and ~~~b~~~ at ~5 to ~10', /<p>~a~~ and ~~~b~~~ at ~5 to ~10<\/p>/],
  ['strikethrough in strikethrough', '~~a ~b~ c~~', /<s>a <s>b<\/s> c<\/s>/],
  [
    'strikethrough beside other marks',
    '**~~a~~** [~b~](#x)',
    /<strong><s>a<\/s><\/strong> <a href="#x"><s>b<\/s><\/a>/,
  ],
  [
    'cells whose words stay whole',
    '| a | b |\n|---|---|\n| `TINTYPE_PORT` | 2 |',
    /<td class="whole"><code class="name">TINTYPE_PORT/,
  ],
  [
    'cells whose names keep their hyphens',
    `| a | b | c |\n|---|---|---|\n| \`--very-long-option-name\` | \`a b-c\` | ${'words '.repeat(30)} |`,
    /<td class="whole"><code class="name">--very-long-option-name<\/code><\/td>\n<td class="whole"><code>a b-c/,
  ],
  [
    'columns of long words with a least width',
    `| a | b |\n|:--|---|\n| \`${'x'.repeat(99)}\` | 2 |`,
    /<td style="text-align:left ;--letters:24"><code>x/,
  ],
  [
    'a task that is done',
    '- [x] **done** now',
    /<li class="task"><input type="checkbox" disabled checked> <strong>done/,
  ],
  ['a task that is open', '1. [ ] open', /<li class="task"><input type="checkbox" disabled> open/],
  ['a task in a loose list', '- [X] one\n\n- [ ] two', /<p><input type="checkbox" disabled checked> one<\/p>/],
  ['no task without a box', '- [y] no', /<li>\[y\] no<\/li>/],
  [
    'a callout',
    '> [!WARNING]\n> Hot *glass*.',
    /<blockquote class="callout warning">\n<p><strong class="title">Warning<\/strong>Hot <em>/,
  ],
  ['a callout with paragraphs', '> [!tip]\n>\n> Text', /<blockquote class="callout tip">[\s\S]*<p>Text<\/p>/],
  ['no callout in a sentence', '> [!NOTE] of mine', /<blockquote>\n<p>\[!NOTE\] of mine/],
  ['a footnote', 'a[^1]\n\n[^1]: the note', /<section class="footnotes">[\s\S]*the note/],
  ['a bare URL', 'see https://example.com/a_b_c.', /<a href="https:\/\/example.com\/a_b_c">https/],
  ['a link of www.', 'see www.example.com/a?b=1.', /<a href="http:\/\/www.example.com\/a\?b=1">www[^<]*<\/a>\./],
  [
    'a link of www. with a port',
    'see www.a.com:8080/x: it',
    /<a href="http:\/\/www.a.com:8080\/x">www.a.com:8080\/x<\/a>: it/,
  ],
  [
    'a link of www. with brackets in brackets',
    '(www.a.com/b_(c)), (www.a.com:80)',
    /\(<a href="http:\/\/www.a.com\/b_\(c\)">[^<]*<\/a>\), \(<a href="http:\/\/www.a.com:80">[^<]*<\/a>\)/,
  ],
  ['the name of a file', 'read README.md', /<p>read README.md<\/p>/],
  ['ids of headings', '# Größe & `code`\n# A\n# A', /<h1 id="größe--code">[\s\S]*<h1 id="a">[\s\S]*<h1 id="a-1">/],
  ['coloured code', '```ts\nconst a = 1;\n```', /<pre><code class="language-ts"><span class="hljs-keyword">const/],
  ['code of an unknown language', '```nonsense\n<b>\n```', /<code class="language-nonsense">&lt;b&gt;/],
  ['HTML as HTML', '<details><summary>s</summary>\n\n*t*\n\n</details>', /<details><summary>s<\/summary>\n<p><em>t/],
];

describe('convertMarkdown', () => {
  for (const [name, text, part] of cases) it(`makes ${name}`, () => assert.match(body(text), part));

  it('takes title and language from the front matter, or the title from the first heading', () => {
    const page = convertMarkdown(`---\r\ntitle: "A <b>"\r\nlang: de\r\nother: 1\r\n---\r\n# B`, options);
    assert.match(page, /<html lang="de">[\s\S]*<title>A &lt;b&gt;<\/title>/);
    assert.doesNotMatch(page, /other/);
    assert.match(convertMarkdown('text\n\n## The `b` <i>c</i>', options), /<html>[\s\S]*<title>The b c<\/title>/);
    assert.match(body('---\ntext\n---\n'), /<hr>/);
  });

  it('sets the margins of the paper only if it may', () => {
    assert.match(convertMarkdown('a', { ...options, pageMargins: true }), /@page/);
    assert.doesNotMatch(convertMarkdown('a', options), /@page/);
  });

  it('ends in time for text that is hard to read', () => {
    const hard = [
      '[',
      '> ',
      '*a ',
      '`',
      '![](',
      '<',
      '- ',
      '|',
      '[^',
      '~~',
      '_a_',
      '&',
      '[a]: ',
      '***',
      '\n# a',
      'a@b.',
      'http://a',
    ];
    const begun = process.cpuUsage();
    for (const part of hard) convertMarkdown(part.repeat(20_000), options);
    const { user } = process.cpuUsage(begun);
    assert.ok(user < 10_000_000, `${user} µs of CPU`);
  });
});
