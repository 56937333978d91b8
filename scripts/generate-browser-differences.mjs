// Writes the table of both browsers into docs/devtools.md, between its two marks, from the cases of the tests (`tsc -b test`).
import { readFileSync, writeFileSync } from 'node:fs';
import { differences } from '../test/dist/kit/browser-node/two-browsers.js';

const file = new URL('../docs/devtools.md', import.meta.url);
const [begin, end] = ['<!-- two browsers: written by make generate -->', '<!-- end of two browsers -->'];

const line = (cells) => `| ${cells.join(' | ')} |`;
const head = ['', 'headless shell', 'full Chromium'];
const rows = differences.map(({ what, shell, full }) => [what, shell, full]);
const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

const [before, rest] = readFileSync(file, 'utf8').split(begin);
const [, after] = (rest ?? '').split(end);
if (after === undefined) throw new Error('docs/devtools.md lacks the marks of the table.');
writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${after}`);
process.stdout.write(`${rows.length} differences\n`);
