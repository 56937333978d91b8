import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A reporter of node:test for a program: the files that failed, a line each. */
// biome-ignore lint/style/noDefaultExport: node:test takes a reporter as the default export of its module
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    // Each file is a test of its own, named after it; it fails also where its program does, outside of its tests.
    if (type !== 'test:complete' || data.nesting > 0 || data.details.passed) continue;
    const file = resolve(data.name);
    if (file === data.file) yield `${relative(process.cwd(), file)}\n`;
  }
}
