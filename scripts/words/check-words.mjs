// Refuses the words of docs/contributing.md ("Words") in comments, sentences of the code, documents and the chart.
// Refuses sentences of comments, documents and literals with more than 20 words.
//     node scripts/words/check-words.mjs [FOLDER OR FILE…]     without arguments: the repository
// TypeScript and JavaScript: comments, and literals that contain a space. Other files: their whole text.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textsOf } from './source-texts.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const words =
  /\b(?:whoever|whatever|be\s+it|so\s+many|so\s+long|told|said|goes|(?:has|have)\s+room|(?:comes?|came)\s+to)\b/gi;
// Comments and documents name the actor instead.
const actors = /\b(?:nobody|somebody)\b/gi;
// The first word of a comment. A sentence with a subject can put this part at its end.
const fragment = /^\W*(Of|By|As|From|With)\b/;
// The first word of a later sentence, paragraph or list item. A comma has to follow, before the main clause.
const opening = /(?:[.!?][)"'*]*\s|\n[ \t]*\n|\n[ \t]*(?:[-*]|\d+\.)[ \t])\s*\**(Of|By|As|From|With)\b/g;
const end = /[.!?:;][)"'*]*(?:\s|$)|\n[ \t]*\n|\n[ \t]*(?:[-*]|\d+\.)[ \t]|$/;

const mostWords = 20;

/** At most ten, each with a reason. The check refuses an entry that nothing needs. */
const allowed = [
  { file: 'docs/contributing.md', text: 'Never write', reason: 'the rule itself' },
  { file: 'docs/operator.md', text: '`account: nobody`', reason: 'the name of an account' },
  { file: 'test/kit/pages/documents.ts', text: 'The committee met', reason: 'the text of a page' },
  { file: 'test/architecture/words.test.ts', text: '', reason: 'shows what the check refuses' },
];

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.tools', '.tintype', 'results']);
// Licences are foreign texts. For generated files, their sources are checked.
const skippedFiles =
  /(^|\/)(LICENSE|NOTICE|package-lock\.json)$|\.generated\.|^clients\/.*[gG]enerated|\/_sync\/|^docs\/openapi\.json$|^crds\/manifests\/|^charts\/tintype\/(crds|files\/.*\.json)/;
const plainNames = new Set(['Makefile', 'Dockerfile', 'run', 'tintype', 'NOTES.txt', 'values.schema.json']);
const plainEndings = new Set(['.md', '.sh', '.yaml', '.tpl', '.html', '.go', '.py', '.rb', '.php', '.Dockerfile']);
const codeEndings = new Set(['.ts', '.mjs', '.js']);

const isCode = (file) => codeEndings.has(extname(file));
const isChecked = (file) =>
  !skippedFiles.test(file) && (isCode(file) || plainEndings.has(extname(file)) || plainNames.has(basename(file)));

function* filesUnder(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) yield* filesUnder(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

const blank = (text) => ' '.repeat(text.length);

/** Replaces comment marks at line starts by spaces, so that offsets stay and sentences can cross lines. */
const withoutMarks = (text) => text.replaceAll(/^[ \t]*(?:\/\/|\/?\*+\/?|#!.*|#+)/gm, blank);

/** Lines of a comment that are code. */
const indented = /^[ \t]*(?:\*|\/\/|#)(?: {5,}|\t).*/gm;
/** Lines of a table, such as a help text. */
const columns = /^.*\S {2,}\S.*/gm;

const commentPassage = (start, text) => ({
  start,
  text: withoutMarks(text),
  prose: withoutMarks(text.replaceAll(indented, blank)).replaceAll(columns, blank),
});

/** Without the marks of the language, and as long. */
const contentOf = (piece) =>
  piece
    .replaceAll(/^\}|\$\{$/g, (mark) => 'c'.repeat(mark.length))
    .replaceAll(/^['"`]|['"`]$/g, ' ')
    .replaceAll('\\\n', '  ')
    .replaceAll('\\n', '\n\n');

/** An expression becomes one word. */
function literalPassage(pieces, text) {
  const { start } = pieces[0];
  const passage = { start, text: '', prose: '', isLiteral: true };
  for (const piece of pieces) {
    const between = text.slice(start + passage.text.length, piece.start);
    const joint = (/\w/.test(between) ? 'c' : ' ').repeat(between.length);
    const own = text.slice(piece.start, piece.end);
    passage.text += joint + contentOf(own);
    passage.prose += joint + contentOf(own.replaceAll(columns, blank));
  }
  return passage;
}

function codePassages(text) {
  const { comments, literals } = textsOf(text);
  const hasSpace = ({ start, end }) => text.slice(start, end).includes(' ');
  return [
    ...literals.filter((pieces) => pieces.some(hasSpace)).map((pieces) => literalPassage(pieces, text)),
    ...comments.map(({ start, end }) => ({ ...commentPassage(start, text.slice(start, end)), isComment: true })),
  ];
}

/** The sentences of a document: code blocks, tables and headings become empty lines. */
const proseOf = (text) =>
  text.replaceAll(/^```[\s\S]*?^```|^[ \t]*(?:\||#).*/gm, (part) => part.replaceAll(/[^\n]/g, ' '));

function plainPassages(file, text) {
  const whole = { start: 0, text: withoutMarks(text), isWhole: true };
  if (extname(file) === '.md')
    return [whole, { start: 0, text: proseOf(text), isFragmentOnly: true, isDocument: true }];
  const comments = text.matchAll(
    /(?<=^|[\s{(-])\/\*[\s\S]*?\*\/|^[ \t]*(?:#|\/\/).*(?:\n[ \t]*(?:#|\/\/).*)*|[ \t](?:#|\/\/).*/gm,
  );
  return [
    whole,
    ...[...comments].map(({ index, 0: comment }) => ({ ...commentPassage(index, comment), isFragmentOnly: true })),
  ];
}

/** Documents have no first sentence of their own: it follows an empty line, as all paragraphs do. */
function fragmentsOf({ text, isDocument }) {
  const later = [...text.matchAll(opening)].filter(({ index, 0: start }) => {
    const rest = text.slice(index + start.length);
    return !rest.slice(0, rest.search(end)).includes(',');
  });
  const first = isDocument ? null : fragment.exec(text);
  return first ? [first, ...later] : later;
}

/** A link is its text, and code is one word. The names of a list of contents are no sentence. */
const sentenceEnd = /[.!?][)"'*]*(?=\s)|\n[ \t]*@\w+|\n[ \t]*\n|\n[ \t]*(?:[-*]|\d+\.)[ \t]|\s·\s|$/g;
const wordsOf = (sentence) =>
  sentence
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter((part) => /\w/.test(part)).length;

/** Lists of names, markup and code of a literal have none of these words, or other signs. */
const isProse = (sentence) => /\b(?:the|is|are|of|to|it)\b/i.test(sentence) && !/[{}<>=$|]/.test(sentence);

function longSentencesOf({ start: first, text: whole, prose = whole, isLiteral }) {
  const text = prose.replaceAll(/`[^`]*`/g, (code) => `c${' '.repeat(code.length - 1)}`);
  const found = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(sentenceEnd)) {
    const sentence = text.slice(from, index);
    const long = wordsOf(sentence);
    const at = first + from + sentence.search(/\S|$/);
    if (long > mostWords && (!isLiteral || isProse(sentence))) found.push({ at, long });
    from = index + mark.length;
  }
  return found;
}

function refusedIn(passage) {
  const places = passage.isWhole ? [] : longSentencesOf(passage);
  const add = (index, word) => places.push({ at: passage.start + index, word: word.replaceAll(/\s+/g, ' ') });
  const refused = [passage.isFragmentOnly ? [] : [words], passage.isWhole || passage.isComment ? [actors] : []].flat();
  for (const pattern of refused) for (const { index, 0: word } of passage.text.matchAll(pattern)) add(index, word);
  if (passage.isComment || passage.isFragmentOnly)
    for (const { index, 0: start, 1: word } of fragmentsOf(passage))
      add(index + start.length - word.length, `${word} …`);
  return places;
}

const faultOf = (word, long) =>
  long ? `a sentence of ${long} words: write at most 20` : `refused word "${word}": say who does what`;

function refusalsOf(file) {
  const text = readFileSync(file, 'utf8');
  const passages = isCode(file) ? codePassages(text) : plainPassages(file, text);
  return passages.flatMap(refusedIn).map(({ at, word, long }) => {
    const before = text.slice(0, at).split('\n');
    return { line: before.length, fault: faultOf(word, long), text: text.split('\n')[before.length - 1] };
  });
}

if (allowed.length > 10) throw new Error('at most ten entries may be allowed');
const used = new Set();
const isAllowed = (name, { text }) => {
  const entry = allowed.find((one) => one.file === name && text.includes(one.text));
  if (entry) used.add(entry);
  return entry !== undefined;
};

let failed = false;
const fail = (message) => {
  failed = true;
  process.stdout.write(`${message}\n`);
};

const paths = process.argv.slice(2);
for (const path of paths.length > 0 ? paths : [root]) {
  for (const file of filesUnder(path)) {
    const name = relative(root, file);
    if (!isChecked(name)) continue;
    for (const refusal of refusalsOf(file).filter((one) => !isAllowed(name, one)))
      fail(`${name}:${refusal.line}: ${refusal.fault} (docs/contributing.md, "Words")`);
  }
}
if (paths.length === 0)
  for (const { file, text } of allowed.filter((entry) => !used.has(entry)))
    fail(`scripts/words/check-words.mjs: nothing in ${file} needs the allowed "${text}"`);
process.exitCode = failed ? 1 : 0;
