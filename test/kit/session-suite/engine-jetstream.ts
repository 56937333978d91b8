import { type Kind, kindInfo, type ResourceStore } from '@tintype/crds';
import { provisionLedger } from '@tintype/ledger';
import { PlayedBirth } from '../ledger/birth.js';
import { openObjects, startObjects } from '../nats/jetstream-engine.js';
import { NatsSeam } from '../nats/seam.js';
import type { SessionEngine, SessionLink } from './engine.js';
import { TroubledSeam } from './trouble.js';

/** Counts writes by verb and resource, as an API server does. */
const countedStore = (store: ResourceStore, counts: Record<string, number>): ResourceStore => {
  const count = (verb: string, kind: Kind, part = ''): void => {
    const call = `${verb} ${kindInfo[kind].plural}${part}`;
    counts[call] = (counts[call] ?? 0) + 1;
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: (...call) => store.watch(...call),
    create: (kind, ...call) => {
      count('create', kind);
      return store.create(kind, ...call);
    },
    update: (kind, ...call) => {
      count('update', kind);
      return store.update(kind, ...call);
    },
    updateStatus: (kind, ...call) => {
      count('update', kind, '/status');
      return store.updateStatus(kind, ...call);
    },
    delete: (kind, ...call) => {
      count('delete', kind);
      return store.delete(kind, ...call);
    },
  };
};

/** Objects and a ledger on one real nats-server, with a seam per program. */
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
    restartObjectServer: crash,
    crashLedger: crash,
    close,
  };
};
