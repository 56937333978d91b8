import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const shownFiles = 25;

const seconds = (ms: number) => (ms / 1000).toFixed(0).padStart(6);

/**
 * A node:test reporter: the slowest files and the sum of all, in seconds, so that the author of a test sees its cost.
 */
// biome-ignore lint/style/noDefaultExport: node:test takes a reporter as the default export of its module
export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const times: { file: string; ms: number }[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file)
      times.push({ file: relative(process.cwd(), data.file), ms: data.duration_ms });
  }
  times.sort((a, b) => b.ms - a.ms);
  const all = times.reduce((sum, { ms }) => sum + ms, 0);
  yield `\nThe longest of ${times.length} files, which take ${seconds(all).trim()} s together:\n`;
  for (const { file, ms } of times.slice(0, shownFiles)) yield `${seconds(ms)} s  ${file}\n`;
}
