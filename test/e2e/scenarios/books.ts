import assert from 'node:assert/strict';
import type { Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

const job = 'books';

/** As docs/install.md says; everything that was opened and charged so far is in them. */
const agree = async (stage: Stage) => {
  await stage.kubectl('create', 'job', job, `--from=cronjob/${stage.release}-verify`);
  try {
    await stage.kubectl('wait', `job/${job}`, '--for=condition=Complete', '--timeout=120s');
    const said = await stage.kubectl('logs', `job/${job}`);
    assert.match(said, /^Everything agrees\.$/m);
    return /^charges +(.*)$/m.exec(said)?.[1] ?? assert.fail(said);
  } finally {
    await stage.kubectl('delete', 'job', job, '--timeout=60s');
  }
};

/** What was charged, all in all. */
export const books: readonly Scenario[] = [{ name: 'the books agree, after all of this', play: agree }];
