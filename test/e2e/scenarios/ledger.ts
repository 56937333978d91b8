import assert from 'node:assert/strict';
import { until } from '../../kit/until.js';
import { chargesOf, loseEverything } from '../ledger.js';
import { isReady, type Stage } from '../stage.js';
import { runbook } from './commands.js';
import type { Scenario } from './scenario.js';

const job = 'ledger';

const agree = async (stage: Stage) => {
  await stage.kubectl('create', 'job', job, `--from=cronjob/${stage.release}-verify`);
  try {
    await stage.kubectl('wait', `job/${job}`, '--for=condition=Complete', '--timeout=120s');
    const output = await stage.kubectl('logs', `job/${job}`);
    assert.match(output, /^Everything agrees\.$/m);
    return /^charges +(.*)$/m.exec(output)?.[1] ?? assert.fail(output);
  } finally {
    await stage.kubectl('delete', 'job', job, '--timeout=60s');
  }
};

/** Without the recorded ledger no session is charged. The runbook's commands adopt what is left, here nothing. */
const lost = async (stage: Stage) => {
  await loseEverything(stage);
  const operatorsAreReady = async () => (await stage.pods('operator')).filter(isReady).length;
  await until('no operator is ready', async () => (await operatorsAreReady()) === 0);
  const { tools } = stage.options;
  const output = await tools.shell(runbook('TintypeLedgerLost', stage.namespace), tools.folder);
  assert.match(output, /^Created: .*CHARGES/m);
  await stage.rolledOut('api', 'operator', 'browser-node');
  const { status } = await stage.fetch(await stage.signedUrl(stage.pages.url('/after-the-loss')));
  assert.equal(status, 200);
  const id = await stage.open();
  assert.equal((await stage.act(id, 'goto', { url: stage.pages.url('/page') })).status, 200);
  await stage.sessions('DELETE', `/${id}`);
  assert.deepEqual((await chargesOf(stage, id))[0]?.times, 1);
  return agree(stage);
};

export const ledger: readonly Scenario[] = [
  { name: 'the ledger agrees at the end', play: agree },
  { name: 'NATS loses all data; the commands of the runbook adopt a new ledger', play: lost },
];
