// The comments and literals of TypeScript and JavaScript, for scripts/words/check-words.mjs. A scanner takes a quarter of a
// parser's time. It needs to know where a slash begins a pattern, and which brace ends the expression of a template.
import ts from 'typescript';

const { SyntaxKind } = ts;
const kinds = (...names) => new Set(names.map((name) => SyntaxKind[name]));

const slashes = kinds('SlashToken', 'SlashEqualsToken');
const spaces = kinds('NewLineTrivia', 'WhitespaceTrivia', 'ShebangTrivia');
const comments = kinds('SingleLineCommentTrivia', 'MultiLineCommentTrivia');
const strings = kinds('StringLiteral', 'NoSubstitutionTemplateLiteral');
/** A slash divides after these tokens and names. After others, it begins a pattern. */
const values = new Set([
  ...strings,
  ...kinds('Identifier', 'PrivateIdentifier', 'NumericLiteral', 'BigIntLiteral', 'TemplateTail'),
  ...kinds('RegularExpressionLiteral', 'CloseParenToken', 'CloseBracketToken', 'CloseBraceToken'),
  ...kinds('PlusPlusToken', 'MinusMinusToken'),
  ...kinds('ThisKeyword', 'SuperKeyword', 'TrueKeyword', 'FalseKeyword', 'NullKeyword'),
]);
const isValue = (kind) => values.has(kind) || kind > SyntaxKind.LastReservedWord;

const braceChange = { [SyntaxKind.OpenBraceToken]: 1, [SyntaxKind.CloseBraceToken]: -1 };

function scan(scanner, braces, before) {
  const kind = scanner.scan();
  if (slashes.has(kind) && !isValue(before)) return scanner.reScanSlashToken();
  if (kind === SyntaxKind.CloseBraceToken && braces.at(-1) === 0) return scanner.reScanTemplateToken(false);
  return kind;
}

/** `braces`: the open ones in the expression of each open template. */
function count(braces, kind) {
  if (kind === SyntaxKind.TemplateHead) braces.push(0);
  else if (kind === SyntaxKind.TemplateTail) braces.pop();
  else if (kind in braceChange && braces.length > 0) braces.push(braces.pop() + braceChange[kind]);
}

/** The tokens and comments of a file. */
function* tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const braces = [];
  let before;
  for (;;) {
    const kind = scan(scanner, braces, before);
    if (kind === SyntaxKind.EndOfFileToken) return;
    if (spaces.has(kind)) continue;
    count(braces, kind);
    yield { kind, start: scanner.getTokenStart(), end: scanner.getTokenEnd() };
    if (!comments.has(kind)) before = kind;
  }
}

class Literals {
  /** The pieces of each. */
  all = [];
  #open = [];
  /** The literal that ended with the last token, or before a plus that may continue it. */
  #last;
  #isContinued = false;

  add(token) {
    const literal = this.#literalOf(token.kind);
    literal?.push(token);
    this.#isContinued = token.kind === SyntaxKind.PlusToken && this.#last !== undefined;
    if (this.#isContinued) return;
    this.#last = strings.has(token.kind) || token.kind === SyntaxKind.TemplateTail ? literal : undefined;
  }

  #literalOf(kind) {
    if (strings.has(kind)) return this.#begin();
    if (kind === SyntaxKind.TemplateHead) this.#open.push(this.#begin());
    if (kind === SyntaxKind.TemplateTail) return this.#open.pop();
    return kind === SyntaxKind.TemplateHead || kind === SyntaxKind.TemplateMiddle ? this.#open.at(-1) : undefined;
  }

  #begin() {
    if (this.#isContinued) return this.#last;
    this.all.push([]);
    return this.all.at(-1);
  }
}

const isAlone = (text, start) => text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';

function addComment(found, { kind, start, end }, text) {
  const last = found.at(-1);
  const isLine = kind === SyntaxKind.SingleLineCommentTrivia && isAlone(text, start);
  if (isLine && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))) last.end = end;
  else found.push({ start, end, isLine });
}

/**
 * `comments`: `start` and `end` of each; adjacent `//` lines are one. `literals`: `start` and `end` of each one's
 * pieces. A template is one literal, and so are strings that `+` joins.
 */
export function textsOf(text) {
  const found = [];
  const literals = new Literals();
  for (const token of tokensOf(text)) {
    if (comments.has(token.kind)) addComment(found, token, text);
    else literals.add(token);
  }
  return { comments: found, literals: literals.all };
}
