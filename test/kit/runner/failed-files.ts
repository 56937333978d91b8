import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A node:test reporter that prints each failed file on a line. */
// biome-ignore lint/style/noDefaultExport: node:test takes a reporter as the default export of its module
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    // Each file is a test with the file's name; it fails too if its program does.
    if (type !== 'test:complete' || data.nesting > 0 || data.details.passed) continue;
    const file = resolve(data.name);
    if (file === data.file) yield `${relative(process.cwd(), file)}\n`;
  }
}
