import { streams, subjects } from '@tintype/contracts';
import { type SessionCharge, SessionLedger } from '@tintype/ledger';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { unusedPort } from '../kit/process/unused-port.js';
import { until } from '../kit/until.js';
import type { Stage } from './stage.js';

const natsPort = 4222;
const log = createLog('e2e', 'silent');

const isOpen = (url: URL): Promise<Nats | undefined> =>
  connectNats({ url, name: 'e2e', log, signal: AbortSignal.timeout(2000) }).catch(() => undefined);

/** Connects through a port forward, with the chart's `admin` login. */
const withLedger = async <T>(stage: Stage, read: (nats: Nats) => Promise<T>): Promise<T> => {
  const { data } = await stage.get('secret', `${stage.release}-nats-logins`);
  const password = Buffer.from(data['admin-password'], 'base64').toString();
  const port = await unusedPort();
  const url = new URL(`nats://admin:${password}@127.0.0.1:${port}`);
  const forward = stage.forward(`${stage.release}-nats-0`, `${port}:${natsPort}`);
  let nats: Nats | undefined;
  try {
    await until('the ledger is reached', async () => {
      nats = await isOpen(url);
      return nats !== undefined;
    });
    return await read(nats!);
  } finally {
    await nats?.close();
    forward.kill();
  }
};

/** Deletes all streams, like a lost volume: opens, charges, accounts, queues, results. */
export const loseEverything = (stage: Stage): Promise<void> =>
  withLedger(stage, async ({ manager }) => {
    const found = await manager.streams.list().next();
    for (const { config } of found) await manager.streams.delete(config.name);
  });

const countCharges = async (nats: Nats, session: string): Promise<number> => {
  const subject = subjects.sessionCharge(session);
  const { state } = await nats.manager.streams.info(streams.charges, { subjects_filter: subject });
  return state.subjects?.[subject] ?? 0;
};

export interface Charged {
  times: number;
  charge: SessionCharge | undefined;
}

export const chargesOf = (stage: Stage, ...sessions: string[]): Promise<Charged[]> =>
  withLedger(stage, async (nats) => {
    const ledger = new SessionLedger(nats);
    const found: Charged[] = [];
    for (const session of sessions)
      found.push({ times: await countCharges(nats, session), charge: await ledger.findCharge(session) });
    return found;
  });
