import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into every test file by `scripts/test.sh`. A file whose tests are done and that does not end, because a
 * connection or a server of a test that failed is still open, fails with what it holds; without this the whole run would
 * wait for it, and nobody would hear which test it was.
 */
const graceMs = 60_000;

const fail = () => {
  console.error(`The tests of this file are done, and it still holds: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
};

if (isMainThread) after(() => void setTimeout(fail, graceMs).unref());
