import { fileURLToPath } from 'node:url';
import { startChild } from '@tintype/standalone/testing';

const program = fileURLToPath(new URL('../../../../api/dist/install/main.js', import.meta.url));

export interface TaskEnd {
  code: number | null;
  output: string;
}

/** Runs a task of the chart's Jobs to its end. */
export const installTask = async (task: string, environment: Record<string, string>): Promise<TaskEnd> => {
  const lines: string[] = [];
  const child = startChild({ file: process.execPath, args: [program, task], environment }, (line) => lines.push(line));
  const { code } = await child.exited;
  return { code, output: lines.join('\n') };
};
