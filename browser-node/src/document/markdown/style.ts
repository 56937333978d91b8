export interface StyleOptions {
  pageMargins: boolean;
}

/** Fonts that the images and `make run` install come first, so that a document looks the same everywhere. */
const sans = `'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Arial, sans-serif, 'Noto Color Emoji'`;
const mono = `'Liberation Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace`;

const page = '@page { margin: 20mm 19mm 22mm; }';

const colours = `
:root {
  --text: #1c2026; --soft: #59636e; --line: #d5dae0; --strong-line: #b6bec8; --shade: #f4f6f8; --link: #0b57c4;
  --note: #0b57c4; --tip: #177a3c; --important: #7a3fc9; --warning: #93610a; --caution: #c02632;
  --keyword: #b01f5e; --string: #0b5d3b; --number: #0a53a8; --comment: #66707b; --name: #6a35b5; --type: #8a4a00;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --text: #e4e8ed; --soft: #9aa5b1; --line: #363e48; --strong-line: #4b5663; --shade: #1f252c; --link: #6cabff;
    --note: #6cabff; --tip: #5cc47f; --important: #b98cff; --warning: #e0b04a; --caution: #ff7b83;
    --keyword: #ff8ab8; --string: #8edcae; --number: #8ec2ff; --comment: #94a0ac; --name: #c9a6ff; --type: #f0b878;
  }
  html { background: #14181d; }
}`;

const text = `
* { box-sizing: border-box; }
html { color: var(--text); font: 16px/1.6 ${sans}; -webkit-text-size-adjust: 100%; text-rendering: optimizeLegibility; }
body { margin: 0; overflow-wrap: break-word; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
main { max-width: 52rem; margin: 0 auto; padding: 3rem 2.5rem 4rem; }
main > :first-child { margin-top: 0; }
main > :last-child { margin-bottom: 0; }
p, ul, ol, dl, table, pre, blockquote, details, figure { margin: 0 0 1em; }
h1, h2, h3, h4, h5, h6 { margin: 1.7em 0 .6em; line-height: 1.25; font-weight: 700; text-wrap: balance; }
h1 { font-size: 2em; margin-top: 1.2em; letter-spacing: -.01em; }
h2 { font-size: 1.45em; padding-bottom: .3em; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.2em; }
h4 { font-size: 1.05em; }
h5, h6 { font-size: 1em; }
h6 { color: var(--soft); }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
hr { height: 1px; margin: 2em 0; border: 0; background: var(--strong-line); }
ul, ol { padding-left: 1.7em; }
li > ul, li > ol { margin: .25em 0; }
li + li { margin-top: .25em; }
li > p { margin-bottom: .5em; }
li.task { list-style: none; }
li.task input { width: 1em; height: 1em; margin: 0 .45em 0 -1.45em; vertical-align: -.12em; accent-color: var(--link); }
dt { font-weight: 700; }
dd { margin: 0 0 .6em 1.5em; }
img, svg, video, iframe { max-width: 100%; }
img { height: auto; vertical-align: middle; }
figcaption { color: var(--soft); font-size: .9em; }
mark { background: #fff3b0; color: #1c2026; }
summary { font-weight: 600; }`;

const blocks = `
code, kbd, samp, pre { font-family: ${mono}; font-size: .875em; }
code, kbd { padding: .15em .35em; border-radius: 4px; background: var(--shade); overflow-wrap: anywhere; }
kbd { border: 1px solid var(--strong-line); border-bottom-width: 2px; }
pre { padding: .9em 1.1em; border: 1px solid var(--line); border-radius: 6px; background: var(--shade); line-height: 1.5; overflow-x: auto; tab-size: 4; }
pre code { padding: 0; background: none; font-size: 1em; overflow-wrap: normal; }
blockquote { padding: .1em 0 .1em 1.1em; border-left: 4px solid var(--line); color: var(--soft); }
blockquote > :last-child { margin-bottom: 0; }
.callout { padding: .7em 1.1em; border-left-color: var(--tone); color: inherit; background: var(--shade); border-radius: 0 6px 6px 0; }
.callout .title { display: block; color: var(--tone); }
.note { --tone: var(--note); } .tip { --tone: var(--tip); } .important { --tone: var(--important); }
.warning { --tone: var(--warning); } .caution { --tone: var(--caution); }
table { border-collapse: collapse; max-width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .45em .8em; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--shade); font-weight: 600; }
tbody tr:nth-child(even) td { background: color-mix(in srgb, var(--shade) 55%, transparent); }
.footnotes { color: var(--soft); font-size: .875em; }
.footnotes-sep { margin: 2.5em 0 1em; }
.footnote-ref { line-height: 0; }`;

const code = `
.hljs-comment, .hljs-quote { color: var(--comment); font-style: italic; }
.hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-doctag, .hljs-meta .hljs-keyword { color: var(--keyword); }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-attribute, .hljs-meta .hljs-string { color: var(--string); }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-variable, .hljs-template-variable, .hljs-link { color: var(--number); }
.hljs-title, .hljs-section, .hljs-name, .hljs-selector-id, .hljs-selector-class { color: var(--name); }
.hljs-type, .hljs-built_in, .hljs-attr, .hljs-params .hljs-type, .hljs-selector-attr { color: var(--type); }
.hljs-deletion { color: var(--caution); }
.hljs-meta { color: var(--soft); }
.hljs-emphasis { font-style: italic; }
.hljs-strong { font-weight: 700; }`;

/** Lines are shorter on paper, nothing scrolls, and what belongs together stays on one sheet. */
const paper = `
@media print {
  html { font-size: 10.5pt; line-height: 1.5; }
  /* Chromium cuts the last pixel of the paper, and with it the border of a table. */
  main { max-width: none; padding: 0 1px 0 0; }
  /* With 3, Chromium begins some pages with the single last line of a paragraph. */
  p, li, blockquote { orphans: 2; widows: 2; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
  h1 { font-size: 1.85em; }
  pre, code { white-space: pre-wrap; overflow-wrap: anywhere; }
  pre { font-size: .82em; }
  pre code { font-size: calc(1em * var(--fit, 1)); }
  pre, blockquote, img, svg, figure, tr { break-inside: avoid; }
  img, svg { max-height: 235mm; object-fit: contain; }
  table { font-size: .92em; width: auto; }
  th, td { overflow-wrap: anywhere; }
  /* Eight columns fill A5. */
  tr:not(:has(> :nth-child(8))) > * { min-width: 3.5em; }
  /* A row with a title alone. */
  tr:has(td:first-child > strong:only-child):not(:has(td + td:not(:empty))) { break-after: avoid; }
  details::details-content { content-visibility: visible; }
  details > summary { list-style-type: disclosure-open; }
}`;

/** The width that `tables.ts` assumes. */
const tables = `
@media (min-width: 590px) {
  .whole, .whole code { overflow-wrap: normal; }
  .whole .name { white-space: nowrap; }
  /* Letters of code, and the padding. */
  th, td { min-width: calc(var(--letters, 3.6) * .53em + 1.6em); }
}`;

/** The look of Markdown, on the screen and on paper. */
export const style = ({ pageMargins }: StyleOptions): string =>
  [...(pageMargins ? [page] : []), colours, text, blocks, code, paper, tables].join('\n');
