import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFolder } from './chart.js';

export const definitionRevision = /(definition-revision: )"(\d+)"/;

const change = (file: string, before: RegExp, after: string) => {
  const text = readFileSync(file, 'utf8');
  assert.match(text, before);
  writeFileSync(file, text.replace(before, after));
};

/** Without a release, the previous chart is this one with a lower version and older definitions. */
export const previousChart = (folder: string): string => {
  const target = join(folder, 'previous');
  cpSync(chartFolder, target, { recursive: true });
  change(join(target, 'Chart.yaml'), /^version: .*$/m, 'version: 0.0.1');
  const definitions = join(target, 'crds');
  for (const name of readdirSync(definitions)) change(join(definitions, name), definitionRevision, '$1"0"');
  return target;
};
