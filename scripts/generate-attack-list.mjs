// Writes the attack list into docs/security.md, between its two marks, from the tests' cases (`tsc -b test`).
import { readFileSync, writeFileSync } from 'node:fs';
import { attacksOnCalls, forbiddenLiterals, forbiddenNames, rebindings } from '../test/dist/kit/attacks/addresses.js';
import { attacks, defences } from '../test/dist/kit/attacks/cases.js';

const file = new URL('../docs/security.md', import.meta.url);
const marks = ['<!-- attack list: written by make generate -->', '<!-- end of the attack list -->'];

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

const head = ['Class', 'Attack', 'Tried by', 'What stops it', 'Without the guard'];
const line = (cells) => `| ${cells.join(' | ')} |`;
const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

const text = readFileSync(file, 'utf8');
const [before, rest] = text.split(marks[0]);
const [, after] = (rest ?? '').split(marks[1]);
if (after === undefined) throw new Error('docs/security.md lacks the marks of the table.');
writeFileSync(file, `${before}${marks[0]}\n\n${table}\n\n${marks[1]}${after}`);
process.stdout.write(`${rows.length} attacks\n`);
