import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { sessionName } from '@tintype/crds';
import { KillStage, settleMs, signalProcess } from '../../kit/kills/stage.js';

/** A session with the longest time: no test waits for its end. */
const openAndHang = async (stage: KillStage): Promise<string> => {
  const { status, body } = await stage.call('POST', '');
  assert.equal(status, 201, body.error);
  const [pod] = await stage.pods();
  const agent = pod && stage.agentOf(pod);
  assert.ok(agent && stage.browserOf(pod), 'its program and its browser run');
  assert.ok(signalProcess(agent, 'SIGSTOP'));
  return body.sessionId;
};

/** The slot is free and nothing is left long before the session's time ends; the charge ends at the close. */
const demandEnd = async (stage: KillStage, session: string, closedAt: number): Promise<void> => {
  assert.ok(settleMs < (limits.sessionTtlSeconds * 1000) / 4);
  await stage.untilIdle();
  const { credits, closeReason, endedAt = '', startedAt = '' } = await stage.charged(session);
  assert.deepEqual([credits, closeReason], [1, 'Deleted']);
  assert.ok(Date.parse(endedAt) <= closedAt, `charged up to ${Date.parse(endedAt) - closedAt} ms after it was closed`);
  assert.ok(Date.parse(endedAt) >= Date.parse(startedAt));
  const { status, body } = await stage.call('DELETE', `/${session}`);
  assert.deepEqual([status, body.session.closeReason, body.session.billedCredits], [200, 'deleted', 1]);
  await stage.verified();
};

describe('a session whose program does nothing any more (SIGSTOP)', { timeout: 900_000 }, () => {
  let stage: KillStage;

  before(async () => {
    stage = await KillStage.start();
  });
  after(() => stage?.stop());

  it('is closed by its client: first a 504, then closed', async () => {
    const session = await openAndHang(stage);
    assert.equal((await stage.call('DELETE', `/${session}`)).status, 504);
    await demandEnd(stage, session, Date.now());
  });

  it('is closed by the deletion of its object', async () => {
    const session = await openAndHang(stage);
    await stage.store.delete('BrowserSession', { namespace: 'default', name: sessionName(session) });
    await demandEnd(stage, session, Date.now());
  });
});
