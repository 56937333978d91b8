import { appendFileSync } from 'node:fs';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { countCpu } from './cpu-group.js';

/**
 * `scripts/test.sh` loads this into each test file. A file fails if it does not end after its tests, because a
 * connection or server is open. The failure names it, or its family; otherwise the run would wait without a name.
 */
const graceMs = 60_000;

const fail = () => {
  console.error(
    `The tests of this file have ended, but its process still holds: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(1);
};

/** At the end, adds "seconds file" to the file that TEST_FILE_CPU names, for the reporter `file-times`. */
const reportCpu = () => {
  const report = process.env.TEST_FILE_CPU;
  const [, file] = process.argv;
  if (!report || !file?.endsWith('.test.js') || process.platform !== 'linux') return;
  const endCount = countCpu();
  process.on('exit', () => appendFileSync(report, `${endCount()} ${file}\n`));
};

if (isMainThread) {
  after(() => void setTimeout(fail, graceMs).unref());
  reportCpu();
}
