import { provisionLedger } from '@tintype/ledger';
import { PlayedBirth } from './birth.js';
import { countedStore } from './counted-store.js';
import { openObjects, startObjects } from './jetstream-engine.js';
import { NatsSeam } from './nats-seam.js';
import type { SessionEngine, SessionLink } from './session-engine.js';
import { TroubledSeam } from './session-trouble.js';

/** Objects and books on one real nats-server, each program by a seam of its own. */
export const startJetStreamSessions = async (): Promise<SessionEngine> => {
  const { server, store, nats, close } = await startObjects();
  await provisionLedger(nats, new PlayedBirth());
  const crash = async () => {
    await server.kill();
    await server.start();
  };
  const link = async (): Promise<SessionLink> => {
    const seam = await NatsSeam.start(server.url);
    const linked = await openObjects(seam.url);
    const cuts = new TroubledSeam(seam);
    const counts: Record<string, number> = {};
    return {
      store: countedStore(linked.store, counts),
      nats: linked.nats,
      seam,
      trouble: (trouble) => cuts.begin(trouble),
      calm: () => cuts.end(),
      calls: () => counts,
      close: async () => {
        cuts.end();
        await Promise.all([linked.close(), seam.close()]);
      },
    };
  };
  let spaces = 0;
  return {
    store,
    nats,
    namespace: async () => {
      spaces += 1;
      return `sessions-${spaces}`;
    },
    link,
    crashObjects: crash,
    crashBooks: crash,
    close,
  };
};
