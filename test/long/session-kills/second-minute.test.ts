import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Pod } from '@tintype/crds';
import { checkEnd, whenGone } from '../../kit/kills/phases.js';
import { KillStage, serviceParts, sessionParts, settleMs } from '../../kit/kills/stage.js';
import { until } from '../../kit/until.js';

/** Ten credits for the whole time. */
const maxTtlSeconds = 600;
const minuteMs = 60_000;

interface Given {
  session: string;
  pod: Pod;
  browserGone: Promise<number>;
}

let stage: KillStage;

before(async () => {
  stage = await KillStage.start({ TINTYPE_WARM_SESSIONS: '1' });
});
after(() => stage?.stop());

const open = async (): Promise<Given> => {
  const { status, body } = await stage.call('POST', '', { maxTtlSeconds });
  assert.equal(status, 201, body.error);
  const pod = await stage.podOf(body.sessionId);
  const browser = stage.browserOf(pod);
  assert.ok(browser);
  const browserGone = whenGone(browser);
  browserGone.catch(() => undefined);
  return { session: body.sessionId, pod, browserGone };
};

/** The charge is for the open time, not for one minute or the whole time. */
const check = async ({ session, browserGone }: Given, struckAt: number, reason: string) => {
  const charge = await stage.charged(session);
  assert.equal(charge.closeReason, reason);
  assert.ok(charge.credits >= 2 && charge.credits < maxTtlSeconds / 60, `${charge.credits}`);
  await checkEnd(charge, { struckAt, browserGone });
};

it('sessions that are killed in their second minute cost two credits', { timeout: 600_000 }, async () => {
  const killed: Given[] = [];
  for (const _ of sessionParts) killed.push(await open());
  const lasting = await open();
  const since = Date.now();
  await until('their second minute has begun', () => Date.now() > since + minuteMs);
  const struck = new Map<Given, number>();
  for (const [at, part] of sessionParts.entries()) {
    const one = killed[at] as Given;
    assert.ok(await stage.kill(part, one.pod));
    struck.set(one, Date.now());
  }
  // The fourth session lives through kills of the shared parts.
  for (const part of serviceParts) {
    assert.ok(await stage.kill(part, lasting.pod));
    await until('every part answers', () => stage.isReady(), settleMs);
  }
  const closedAt = Date.now();
  // The last kill may be unnoticed.
  const isClosed = () =>
    stage.call('DELETE', `/${lasting.session}`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until('it is closed', isClosed, settleMs);
  const reasons = { browser: 'BrowserCrashed', agent: 'BrowserCrashed', pod: 'PodDeleted' };
  for (const [at, part] of sessionParts.entries()) {
    const one = killed[at] as Given;
    await check(one, struck.get(one) ?? 0, reasons[part]);
  }
  await check(lasting, closedAt, 'Deleted');
  await stage.untilIdle();
  await stage.verified();
});
