import { provisionLedger } from '@tintype/ledger';
import { connectNats, createLog } from '@tintype/runtime';
import { startFaultProxy } from '../fault-proxy/proxy.js';
import { openKubeStore, startKubeWithKinds } from '../kube/store.js';
import { PlayedBirth } from '../ledger/birth.js';
import { NatsSeam } from '../nats/seam.js';
import { startNatsServer } from '../nats/server.js';
import type { SessionEngine, SessionLink } from './engine.js';
import { TroubledSeam, troubledCalls } from './trouble.js';

const log = createLog('sessions', 'silent');

/** For programs under test. Shorter than production's, which only a broken network uses up. */
const limits = { deadlineMs: 3000 };

/** Objects on a real API server with a fault proxy per program; the ledger on a real nats-server. */
export const startKubernetesSessions = async (): Promise<SessionEngine> => {
  const [server, ledger] = await Promise.all([startKubeWithKinds(), startNatsServer()]);
  const store = await openKubeStore(server.admin);
  const nats = await connectNats({ url: ledger.url, name: 'test', log });
  await provisionLedger(nats, new PlayedBirth());
  const link = async (): Promise<SessionLink> => {
    const proxy = await startFaultProxy(server);
    const seam = await NatsSeam.start(ledger.url);
    const linked = await openKubeStore(proxy.access, { limits });
    const programNats = await connectNats({ url: seam.url, name: 'program', log });
    const cuts = new TroubledSeam(seam);
    return {
      store: linked,
      nats: programNats,
      seam,
      trouble: (trouble) => {
        proxy.when({}, troubledCalls(trouble));
        cuts.begin(trouble);
      },
      calm: () => {
        proxy.clear();
        cuts.end();
      },
      calls: () => proxy.counts,
      close: async () => {
        cuts.end();
        await proxy.close();
        await Promise.all([linked.close(), programNats.connection.close(), seam.close()]);
      },
    };
  };
  return {
    store,
    nats,
    namespace: () => server.namespace('sessions'),
    link,
    restartObjectServer: async () => {
      await server.kill();
      await server.restart();
    },
    crashLedger: async () => {
      await ledger.kill();
      await ledger.start();
    },
    close: async () => {
      await Promise.all([store.close(), nats.connection.close()]);
      await Promise.all([server.stop(), ledger.stop()]);
    },
  };
};
