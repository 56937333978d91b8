import { createWriteStream, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { removeGroups } from './cpu-group.js';
import failedFiles from './failed-files.js';
import { joinFamilies } from './families.js';
import fileTimes from './file-times.js';

/*
 * Runs each test file that fits a pattern in its own process, `--at-once` of them simultaneously. Writes the names of
 * failed files to `--failed`. Exits with 1 if one fails.
 */

/** They begin first. `node --test` orders files by name: a long one would come last, with idle processors beside it. */
const longest = [
  'clients/conformance',
  'clients/wordpress',
  'charts/chart-upgrades',
  'charts/chart-server',
  'stores/kubernetes',
  'operator/session-operator-program',
  'render/render-looks',
  'render/render-images',
  'session-actions/session-actions-course',
  'session-actions/session-actions-pointing',
];

const fileTimeoutMs = 50 * 60_000;

const hasName = (file: string, name: string): boolean => file.endsWith(`/${name}.test.js`);

const rank = (file: string): number => {
  const at = longest.findIndex((name) => hasName(file, name));
  return at < 0 ? longest.length : at;
};

/**
 * Spreads each folder's files evenly over the run. In order of names, files that start browsers would run beside each
 * other, and later those that mostly wait.
 */
const spread = (files: readonly string[]): string[] => {
  const folders = Map.groupBy(files, (file) => dirname(file));
  const placed = [...folders.values()].flatMap((some) =>
    some.map((file, at) => ({ file, at: (at + 0.5) / some.length })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ file }) => file);
};

const all = globSync('test/dist/integration/**/*.test.js');
const unknown = longest.filter((name) => !all.some((file) => hasName(file, name)));
if (unknown.length > 0) throw new Error(`\`longest\` names no test file: ${unknown.join(', ')}. Write its new name.`);

const { values, positionals } = parseArgs({
  options: { 'at-once': { type: 'string', default: '1' }, failed: { type: 'string', default: '/dev/null' } },
  allowPositionals: true,
});
const files = spread(joinFamilies(globSync(positionals).sort())).sort((a, b) => rank(a) - rank(b));
if (files.length === 0) throw new Error(`No test file fits ${positionals.join(', ')}.`);

const events = run({
  files,
  concurrency: Number(values['at-once']),
  timeout: fileTimeoutMs,
  // It fails a file whose process does not end.
  execArgv: ['--import', new URL('./must-end.js', import.meta.url).href],
});
events.on('test:fail', ({ todo }) => {
  if (!todo) process.exitCode = 1;
});
events.compose(new spec()).pipe(process.stdout);
events.compose(fileTimes).pipe(process.stdout);
events.compose(failedFiles).pipe(createWriteStream(values.failed));
process.on('exit', removeGroups);
