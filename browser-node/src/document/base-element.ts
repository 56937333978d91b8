import { isDocumentUrl } from '@tintype/contracts';

/** Attributes of a tag; a value in quotes may hold `>`. */
const attributes = `(?:\\s(?:"[^"]*"|'[^']*'|[^>"'])*)?>`;

/** What may stand before the head's content: each is matched from its `<` on. */
const before = [
  /<!--[\s\S]*?-->/y,
  /<[!?][^>]*>/y,
  new RegExp(`<html${attributes}`, 'iy'),
  new RegExp(`<head${attributes}`, 'iy'),
];

const blank = /[\s\ufeff]*/y;

const endOf = (pattern: RegExp, html: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(html) ? pattern.lastIndex : at;
};

/** Characters in which the head begins, and a base is looked for: each pattern takes linear time, but there may be many starts. */
const maxHead = 64 * 1024;
const maxBase = 256 * 1024;

/** Where the content of the head begins, also without a head of its own. */
const headStart = (html: string): number => {
  for (let at = 0; ; ) {
    const start = endOf(blank, html, at);
    const end = before.map((pattern) => endOf(pattern, html, start)).find((each) => each > start);
    if (end === undefined) return at;
    at = end;
  }
};

const hasBase = (html: string): boolean => /<base\s[^>]{0,500}\bhref\s*=/i.test(html.slice(0, maxBase));

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Resolves the relative links of a document against `baseUrl`, unless the document itself has a base. */
export const withBase = (html: string, baseUrl: string): string => {
  if (isDocumentUrl(baseUrl) || hasBase(html)) return html;
  const at = headStart(html.slice(0, maxHead));
  return `${html.slice(0, at)}<base href="${escapeAttribute(baseUrl)}">${html.slice(at)}`;
};
