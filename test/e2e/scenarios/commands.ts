import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFolder, readChart } from '../../kit/charts/chart.js';

/** The first code block below a heading of the chart's README. */
export const commands = (heading: string): string => {
  const [, block] =
    new RegExp(`^##+ ${heading}\n[^#]*?\`\`\`sh\n([^]*?)\`\`\``, 'm').exec(readChart('README.md')) ?? [];
  return block ?? assert.fail(`no commands below ${heading}`);
};

/** All commands of a section of the runbook; its `n` is kubectl for the namespace. */
export const runbook = (section: string, namespace: string): string => {
  const text = readFileSync(join(chartFolder, '../../docs/runbook.md'), 'utf8');
  const [, found = ''] = text.split(`\n## ${section}\n`);
  const [body = ''] = found.split('\n## ');
  const blocks = [...body.matchAll(/^ *```sh\n([\s\S]*?)```/gm)].map(([, block]) => block);
  assert.ok(blocks.length > 0, `no commands below ${section}`);
  return [`n() { kubectl -n ${namespace} "$@"; }`, ...blocks].join('\n');
};
