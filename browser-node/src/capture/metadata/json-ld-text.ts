/**
 * Strings, comments, wrappers of old templates (`//<![CDATA[`, `<!--`) and trailing commas. Each alternative also
 * matches up to the text's end, so that an unclosed one is read once.
 */
const token =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|\/\*[\s\S]*?(?:\*\/|$)|\/\/\s*(?=<!--|-->|<!\[CDATA\[|\]\]>)|<!--|-->|<!\[CDATA\[|\]\]>|\/\/[^\n]*|,(?=\s*[}\]])/g;

const escapeOf = (letter: string): string => {
  if (letter === "\\'") return "'";
  return letter.startsWith('\\') ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
};

/** Escapes raw control characters of strings, such as line breaks. Drops every other token. */
const repair = (text: string): string =>
  text.replace(token, (found) => (found.startsWith('"') ? found.replace(/\\[\s\S]|\p{Cc}/gu, escapeOf) : ''));

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses JSON, also with the mistakes of templates that consumers of JSON-LD accept. Undefined for other mistakes. */
export const parseJsonLd = (script: string): unknown => {
  const text = script.replace(/^\uFEFF/, '');
  const repaired = () => repair(text).trim();
  const withoutSemicolon = (json: string) => (json.endsWith(';') ? json.slice(0, -1) : json);
  return parse(text) ?? parse(withoutSemicolon(repaired()));
};
