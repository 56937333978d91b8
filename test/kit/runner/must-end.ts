import { appendFileSync, readFileSync } from 'node:fs';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/**
 * `scripts/test.sh` loads this into each test file. A file that does not end after its tests, because a connection or
 * server is open, fails and names it; otherwise the whole run would wait without a name.
 */
const graceMs = 60_000;

const fail = () => {
  console.error(
    `The tests of this file have ended, but its process still holds: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(1);
};

/** The CPU-seconds of this process and of its children that have ended: fields 14 to 17 of proc_pid_stat(5), in 1/100 s. */
const usedCpu = () => {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
};

/** Adds "seconds file" to the file that TEST_FILE_CPU names, for the reporter `file-times`. */
const reportCpu = () => {
  const report = process.env.TEST_FILE_CPU;
  const [, file] = process.argv;
  if (report && file?.endsWith('.test.js') && process.platform === 'linux')
    appendFileSync(report, `${usedCpu()} ${file}\n`);
};

if (isMainThread) {
  after(() => void setTimeout(fail, graceMs).unref());
  process.on('exit', reportCpu);
}
