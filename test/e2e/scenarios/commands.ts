import assert from 'node:assert/strict';
import { readChart } from '../../kit/chart.js';

/** The first commands below a heading of the chart's README. */
export const commands = (heading: string): string => {
  const [, block] =
    new RegExp(`^##+ ${heading}\n[^#]*?\`\`\`sh\n([^]*?)\`\`\``, 'm').exec(readChart('README.md')) ?? [];
  return block ?? assert.fail(`no commands below ${heading}`);
};
