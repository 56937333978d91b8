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

if (isMainThread) after(() => void setTimeout(fail, graceMs).unref());
