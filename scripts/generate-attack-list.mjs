// Writes the attack lists into docs/security.md, each between its two marks, from the tests' cases (`tsc -b test`).
import { readFileSync, writeFileSync } from 'node:fs';
import { attacksOnCalls, forbiddenLiterals, forbiddenNames, rebindings } from '../test/dist/kit/attacks/addresses.js';
import { wallAttacks, wallDefences } from '../test/dist/kit/attacks/behind-wall.js';
import { attacks, defences } from '../test/dist/kit/attacks/cases.js';

const file = new URL('../docs/security.md', import.meta.url);
const marks = ['<!-- attack list: written by make generate -->', '<!-- end of the attack list -->'];

const wallMarks = ['<!-- wall: written by make generate -->', '<!-- end of wall -->'];

const code = (values) => values.map((value) => `\`${value}\``).join(' ');
const inBrowser = attacks.map((each) => [
  each.class,
  each.name,
  'a page in Chromium',
  defences[each.stoppedBy],
  each.arrivesUnguarded ? 'arrives' : 'does not arrive',
]);
const addresses = [
  ...forbiddenLiterals.map(([form, hosts]) => ['literal forms', `${form}: ${code(hosts)}`]),
  ...forbiddenNames.map(([name, { a = [], aaaa = [] }]) => [
    'names that resolve to private addresses',
    `${code([name])}: ${code([...a, ...aaaa])}`,
  ]),
].map((attack) => [...attack, 'a client of the proxy, and a call of our own', 'the guard refuses the address']);
const atProxy = Object.values(rebindings).map((name) => ['rebinding', name, 'a client of the proxy', defences.proxy]);
const byCalls = [
  ['rebinding', attacksOnCalls.rebinding, 'the guard refuses the address'],
  ['redirects', attacksOnCalls.redirects, 'calls follow no redirect'],
].map(([kind, attack, defence]) => [kind, attack, 'a call of our own', defence]);
const withoutBrowser = [...addresses, ...atProxy, ...byCalls].map((row) => [...row, '–']);

const kinds = [
  'literal forms',
  'names that resolve to private addresses',
  'rebinding',
  ...attacks.map((each) => each.class),
];
const rows = [...inBrowser, ...withoutBrowser].sort(([one], [other]) => kinds.indexOf(one) - kinds.indexOf(other));

/** One row for all attacks that differ only in their name. */
const merged = (lines, name) =>
  Object.values(Object.groupBy(lines, (cells) => JSON.stringify(cells.with(name, '')))).map((same) =>
    same[0].with(name, same.map((cells) => cells[name]).join('<br>')),
  );

const line = (cells) => `| ${cells.join(' | ')} |`;
const tableOf = (head, lines) => [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');

const insert = (text, [begin, end], table) => {
  const [before, rest] = text.split(begin);
  const [, after] = (rest ?? '').split(end);
  if (after === undefined) throw new Error(`docs/security.md lacks ${begin} or ${end}.`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
};

const outcome = (succeeds) => (succeeds ? 'succeeds' : 'fails');
const atWall = wallAttacks.map((each) => [
  each.class,
  each.name,
  wallDefences[each.stoppedBy],
  outcome(each.succeedsInSharedProc),
  outcome(each.succeedsWithoutWall),
]);

const wallTable = tableOf(
  ['Hostile code tries to', 'What', 'What stops it', 'Shared `/proc`', 'No wall'],
  merged(atWall, 1),
);
const table = tableOf(['Class', 'Attack', 'Tried by', 'What stops it', 'Without the guard'], merged(rows, 1));
const walled = insert(readFileSync(file, 'utf8'), wallMarks, wallTable);
writeFileSync(file, insert(walled, marks, table));
process.stdout.write(`${rows.length + atWall.length} attacks\n`);
