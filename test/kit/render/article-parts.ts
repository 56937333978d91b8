/** A part of an article, and what its text and Markdown contain. */
export interface ArticlePart {
  what: string;
  html: string;
  text?: string[];
  markdown?: string[];
  /** In neither. */
  absent?: RegExp;
}

/** Class names of ordinary sites that look like side matter. */
const classes =
  'section-header remark header extra legends related comment community footer sidebar social sponsor supplemental menu banner meta tags promo widget contact media scroll byline author'.split(
    ' ',
  );

const named = (name: string): ArticlePart => ({
  what: `a heading, a paragraph, a list and a box with the class ${name}`,
  html: `<h2 class="${name}">Heading ${name}x</h2><p class="${name}" id="${name}">Paragraph ${name}x, which has a sentence.</p>
    <blockquote class="${name}"><p>Quote ${name}x, from the book.</p></blockquote><ul><li class="${name}">Item ${name}x</li></ul>`,
  text: [`Heading ${name}x`, `Paragraph ${name}x, which`, `Quote ${name}x, from`, `Item ${name}x`],
  markdown: [`## Heading ${name}x\n`, `Paragraph ${name}x, which`, `> Quote ${name}x`, `- Item ${name}x`],
});

const gutter = (numbers: string, code: string) =>
  `<div class="highlight"><table><tbody><tr><td class="gutter"><pre>${numbers}</pre></td><td class="code">
    <pre><code class="language-js">${code}</code></pre></td></tr></tbody></table></div>`;

const boxes: ArticlePart[] = ['remark', 'section-header', 'extra', 'legends'].map((name) => ({
  what: `a box with the class ${name}`,
  html: `<div class="${name}"><p>Boxed ${name}y is a paragraph of the article, with a comma.</p></div>`,
  text: [`Boxed ${name}y is`],
}));

const tables: ArticlePart[] = [
  {
    what: 'a table with rowspan',
    html: '<table><tr><th>Year<th>City<th>Cups</tr><tr><td rowspan=2>1901<td>Oslo<td>11</tr><tr><td>Bergen<td>12</tr></table>',
    text: ['Year\tCity\tCups\n1901\tOslo\t11\n\tBergen\t12'],
    markdown: ['| Year | City | Cups |\n| --- | --- | --- |\n| 1901 | Oslo | 11  |\n|     | Bergen | 12  |'],
  },
  {
    what: 'a table with colspan in its head',
    html: '<table><thead><tr><th colspan=2>Span<th>Last</tr></thead><tbody><tr><td>s1<td>s2<td>s3</tr></tbody></table>',
    text: ['Span\t\tLast\ns1\ts2\ts3'],
    markdown: ['| Span |     | Last |\n| --- | --- | --- |\n| s1  | s2  | s3  |'],
  },
  {
    what: 'a list, code and a bar in a cell',
    html: '<table><tr><th>K<th>V</tr><tr><td><ul><li>red<li>grey</ul><td><pre>x | y\n  z</pre></tr></table>',
    text: ['red grey\tx | y'],
    markdown: ['| red<br>grey | `x \\| y`<br>`z` |'],
    absent: /joplin|<ul>/,
  },
  {
    what: 'a table for layout',
    html: '<table role="presentation"><tr><td><p>Left one.</p><td><p>Right one.</p></tr></table>',
    text: ['Left one.\n\nRight one.'],
    markdown: ['Left one.\n\nRight one.'],
  },
];

const code: ArticlePart[] = [
  {
    what: 'code with line numbers in a table cell',
    html: gutter('1\n2\n3', 'let a = 1;\n  a += 1;\nlog(a);\n'),
    text: ['let a = 1;\n  a += 1;\nlog(a);'],
    markdown: ['```js\nlet a = 1;\n  a += 1;\nlog(a);\n```'],
  },
  {
    what: 'code with a row for each line',
    html: `<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">def f():</td></tr>
      <tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">    pass</td></tr></table>`,
    markdown: ['```\ndef f():\n    pass\n```'],
  },
  {
    what: 'code with a box for each line',
    html: '<pre><div>first();</div>\n<div>second();\n</div><div><br></div><div>third();</div></pre>',
    text: ['first();\nsecond();\n\nthird();'],
    markdown: ['```\nfirst();\nsecond();\n\nthird();\n```'],
  },
  {
    what: 'code with spans shown as lines, numbers that cannot be selected and a button',
    html: `<pre><button>Copy</button><code><span style="display:block"><i style="user-select:none">7</i>alpha</span><span
      style="display:block"><i style="user-select:none">8</i>beta</span></code></pre>`,
    markdown: ['```\nalpha\nbeta\n```'],
  },
];

const inline: ArticlePart[] = [
  {
    what: 'text that looks like tags, entities, strikethrough and lists',
    html: '<p>Use &lt;div&gt; or ~~x~~ or &amp;amp; here.</p><p>1) not a list</p>',
    text: ['Use <div> or ~~x~~ or &amp; here.'],
    markdown: ['Use \\<div> or \\~\\~x\\~\\~ or \\&amp; here.', '1\\) not a list'],
  },
  {
    what: 'task lists',
    html: `<ul><li><input type="checkbox" checked> done</li><li><label><input type="checkbox"> open</label></li>
      <li><span role="checkbox" aria-checked="true"></span> ticked</li></ul>`,
    text: ['[x] done\n[ ] open\n[x] ticked'],
    markdown: ['- [x] done\n- [ ] open\n- [x] ticked'],
  },
  {
    what: 'ruby',
    html: '<p>A word: <ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>.</p>',
    text: ['漢(かん)字(じ).'],
    markdown: ['漢(かん)字(じ).'],
  },
  {
    what: 'numbered lists',
    html: '<ol start=3><li>third<ul><li>inner</ul><li>fourth</ol>',
    markdown: ['3. third\n   - inner\n4. fourth'],
  },
  {
    what: 'numbered lists whose numbers are no numbers',
    html: '<ol start=a><li value=iii>alpha<li value=7>beta<li>gamma</ol>',
    markdown: ['1. alpha\n7. beta\n8. gamma'],
  },
];

export const articleParts: readonly ArticlePart[] = [...classes.map(named), ...boxes, ...tables, ...code, ...inline];
