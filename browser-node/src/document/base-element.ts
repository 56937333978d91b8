import { isDocumentUrl } from '@tintype/contracts';

/** Attributes of a tag; a value in quotes may hold `>`. */
const attributes = `(?:\\s(?:"[^"]*"|'[^']*'|[^>"'])*)?>`;

/** Patterns of what may stand before the head's content, apart from comments. Each begins with `<`. */
const prologue = [
  /<(?!!--)[!?][^>]*>/y,
  new RegExp(`<html${attributes}`, 'iy'),
  new RegExp(`<head${attributes}`, 'iy'),
];

const blank = /[\s\ufeff]*/y;

/** Where the match that begins at `at` ends. Without a match: `at`. */
const endOf = (pattern: RegExp, html: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(html) ? pattern.lastIndex : at;
};

/**
 * The head must begin, and a base must lie, within these numbers of characters. A pattern takes linear time for each
 * place where it may begin, so a whole text would take quadratic time.
 */
const maxHead = 64 * 1024;
const maxBase = 256 * 1024;

/** Where the comment at `at` ends, also for `<!-->`. Undefined if it does not end. */
const commentEnd = (html: string, at: number): number | undefined => {
  const close = /--!?>/g;
  close.lastIndex = at + 2;
  return close.test(html) ? close.lastIndex : undefined;
};

/**
 * Where the content of the head begins, even if the document has no head tag. An open comment hides all that follows.
 */
const headStart = (html: string): number => {
  for (let at = 0; ; ) {
    const start = endOf(blank, html, at);
    const end = html.startsWith('<!--', start)
      ? commentEnd(html, start)
      : prologue.map((pattern) => endOf(pattern, html, start)).find((each) => each > start);
    if (end === undefined) return at;
    at = end;
  }
};

/** Elements whose content has no tags, for a browser with scripts. */
const rawElements = 'script|style|title|textarea|noscript|iframe|noframes|noembed|xmp';

const rawEnd = (html: string, name: string, at: number): number | undefined => {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi');
  close.lastIndex = at;
  return close.test(html) ? close.lastIndex : undefined;
};

/** Whether the document has a base. Takes linear time: each step begins where the one before ended. */
const hasBase = (html: string): boolean => {
  const marks = new RegExp(`<!--|<(${rawElements})(?=[\\s/>])|<base\\s[^>]{0,500}\\bhref\\s*=`, 'gi');
  for (;;) {
    const found = marks.exec(html);
    if (!found) return false;
    const [text, raw] = found;
    if (text !== '<!--' && raw === undefined) return true;
    const end = raw === undefined ? commentEnd(html, found.index) : rawEnd(html, raw, marks.lastIndex);
    if (end === undefined) return false;
    marks.lastIndex = end;
  }
};

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Resolves the relative links of a document against `baseUrl`, unless the document itself has a base. */
export const withBase = (html: string, baseUrl: string): string => {
  if (isDocumentUrl(baseUrl) || hasBase(html.slice(0, maxBase))) return html;
  const at = headStart(html.slice(0, maxHead));
  return `${html.slice(0, at)}<base href="${escapeAttribute(baseUrl)}">${html.slice(at)}`;
};
