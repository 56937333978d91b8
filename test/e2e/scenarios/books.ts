import assert from 'node:assert/strict';
import { until } from '../../kit/until.js';
import { chargesOf, loseEverything } from '../books.js';
import { isReady, type Stage } from '../stage.js';
import { runbook } from './commands.js';
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

/** Nothing is settled without the ledger that was recorded; by the runbook's commands it goes on with what is there, which is nothing. */
const lost = async (stage: Stage) => {
  await loseEverything(stage);
  const operatorsAreReady = async () => (await stage.pods('operator')).filter(isReady).length;
  await until('no operator is ready', async () => (await operatorsAreReady()) === 0);
  const { tools } = stage.options;
  const said = await tools.shell(runbook('TintypeLedgerLost', stage.namespace), tools.folder);
  assert.match(said, /^Created: .*CHARGES/m);
  await stage.rolledOut('api', 'operator', 'browser-node');
  const { status } = await stage.fetch(await stage.signedUrl(stage.pages.url('/after-the-loss')));
  assert.equal(status, 200);
  const id = await stage.open();
  assert.equal((await stage.act(id, 'goto', { url: stage.pages.url('/page') })).status, 200);
  await stage.sessions('DELETE', `/${id}`);
  assert.deepEqual((await chargesOf(stage, id))[0]?.times, 1);
  return agree(stage);
};

/** What was charged, all in all. */
export const books: readonly Scenario[] = [
  { name: 'the books agree, after all of this', play: agree },
  { name: 'all of NATS is lost, and adopted by the commands of the runbook', play: lost },
];
