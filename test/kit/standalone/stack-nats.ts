import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { askRunning, natsUrl } from '@tintype/standalone/testing';

/** Connects to the NATS of a running stack, with all rights. */
export const connectStackNats = async (dataDir: string): Promise<Nats> => {
  const { natsPort: port = 0 } = (await askRunning(dataDir)) ?? {};
  const passwords = JSON.parse(readFileSync(join(dataDir, 'nats-passwords.json'), 'utf8'));
  return connectNats({ url: natsUrl('admin', { port, passwords }), name: 'test', log: createLog('test', 'silent') });
};
