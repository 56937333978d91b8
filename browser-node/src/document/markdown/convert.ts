import hljs from 'highlight.js/lib/common';
import createMarkdownIt, { type Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { markBlocks } from './blocks.js';
import { fitCode } from './fit-code.js';
import { strikeThrough } from './strikethrough.js';
import { style } from './style.js';
import { keepWords } from './tables.js';

export interface MarkdownOptions {
  /** Colours code, which takes long for unusual code. */
  highlight: boolean;
  /** The paper's margins, for a request without margins of its own. */
  pageMargins: boolean;
}

/** Longer code blocks stay plain. */
const maxCode = 64 * 1024;
/** After this time, all further code stays plain. */
const highlightMs = 3000;

const createHighlighter = () => {
  const ends = performance.now() + highlightMs;
  return (code: string, info: string): string => {
    const language = info.toLowerCase();
    const isPlain = code.length > maxCode || performance.now() > ends || !hljs.getLanguage(language);
    return isPlain ? '' : hljs.highlight(code, { language, ignoreIllegals: true }).value;
  };
};

interface FrontMatter {
  title?: string | undefined;
  lang?: string | undefined;
  body: string;
}

/** Reads one-line values; the rest of the block is for other programs. */
const readFrontMatter = (text: string): FrontMatter => {
  const [block, head] = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  // Two rules with text between them are not front matter.
  if (block === undefined || head === undefined || !/^[\w-]+:/m.test(head)) return { body: text };
  const lineOf = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(['"]?)(.*?)\\1[ \\t]*\\r?$`, 'im').exec(head)?.[2] || undefined;
  return { title: lineOf('title'), lang: lineOf('lang'), body: text.slice(block.length) };
};

const firstHeadingOf = (tokens: readonly Token[]): string | undefined => {
  const at = tokens.findIndex(({ type }) => type === 'heading_open');
  const text = tokens[at + 1]?.children?.map(({ type, content }) => (type === 'html_inline' ? '' : content)).join('');
  return at < 0 ? undefined : text?.trim();
};

/** A host, its port and a path. */
const webTail = /^[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:[/?#][^\s<]*)?/;

/** Longer text is no link: each `www.` of a text is read this far. */
const maxLink = 2048;

const countOf = (text: string, letter: string): number => text.split(letter).length - 1;

/** The length without punctuation at the end, and without brackets that close what the link does not open (GFM 6.9). */
const linkLength = (link: string): number => {
  let surplus = countOf(link, ')') - countOf(link, '(');
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link.charAt(end - 1);
    if (last === ')' && surplus > 0) surplus -= 1;
    else if (!'?!.,:*_~\'"]'.includes(last)) break;
  }
  return end;
};

const webLink = {
  validate: (text: string, at: number): number => linkLength(webTail.exec(text.slice(at, at + maxLink))?.[0] ?? ''),
  normalize: (match: { url: string }): void => {
    match.url = `http://${match.url}`;
  },
};

/** GitHub's Markdown as a whole page, with the style of a printed document. */
export const convertMarkdown = (text: string, { highlight, pageMargins }: MarkdownOptions): string => {
  const md = createMarkdownIt({
    html: true,
    linkify: true,
    ...(highlight ? { highlight: createHighlighter() } : {}),
  });
  // Names of files such as `README.md` are no links.
  md.linkify.set({ fuzzyLink: false });
  md.linkify.add('www.', webLink);
  md.use(footnote).use(strikeThrough).use(markBlocks).use(keepWords).use(fitCode);
  const { title, lang, body } = readFrontMatter(text);
  const environment = {};
  const tokens = md.parse(body, environment);
  const { escapeHtml } = md.utils;
  const language = lang === undefined ? '' : ` lang="${escapeHtml(lang)}"`;
  return `<!doctype html>
<html${language}>
<head>
<meta charset="utf-8">
<title>${escapeHtml(title ?? firstHeadingOf(tokens) ?? '')}</title>
<meta name="viewport" content="width=device-width">
<style>${style({ pageMargins })}</style>
</head>
<body>
<main>
${md.renderer.render(tokens, md.options, environment)}</main>
</body>
</html>
`;
};
