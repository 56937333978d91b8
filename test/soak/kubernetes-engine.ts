import type { KubernetesLimits } from '@tintype/stores';
import type { CallMatch } from '../kit/fault-proxy/call.js';
import {
  breakAnswer,
  breakWatch,
  cut,
  delay,
  type Fault,
  failWatch,
  loseAnswer,
  refuse,
  stall,
} from '../kit/fault-proxy/faults.js';
import { type FaultRule, startFaultProxy } from '../kit/fault-proxy/proxy.js';
import type { ProxiedWatch } from '../kit/fault-proxy/watch.js';
import { openKubeStore, startKubeWithKinds } from '../kit/kube/store.js';
import type { SeededRandom } from '../kit/played/seeded-random.js';
import type { SoakEngine } from './engine.js';

/** Shorter than production's, so that watches end in every way often. A bookmark comes about once a minute. */
const limits: Partial<KubernetesLimits> = { watchSeconds: 75, silenceMs: 20_000 };

/** Compacts every minute instead of every five, so that resumed watches meet a real 410. */
const flags = ['--etcd-compaction-interval=1m'];

const writes: CallMatch = ({ verb }) => ['create', 'update', 'delete'].includes(verb);
const reads: CallMatch = ({ verb }) => ['get', 'list'].includes(verb);
const lists: CallMatch = { verb: 'list' };
const watches: CallMatch = { verb: 'watch' };

/** Removes a rule without a match after this time. */
const ruleMs = 10_000;

/** A real API server behind the fault proxy. */
export const openKubernetesEngine = async (random: SeededRandom): Promise<SoakEngine> => {
  const server = await startKubeWithKinds(flags);
  const proxy = await startFaultProxy(server);
  const store = await openKubeStore(proxy.access, { limits });
  const direct = await openKubeStore(server.admin);

  const meet = (match: CallMatch, fault: Fault, max = 5) => {
    const rule: FaultRule = proxy.when(match, fault, { times: Math.ceil(random.between(0, max)) });
    setTimeout(() => rule.remove(), ruleMs).unref();
  };
  const some = (): CallMatch =>
    random.oneOf([{}, { resource: 'browsersessions' }, { resource: 'pods' }, { resource: 'leases' }]);
  const status = () => random.oneOf([429, 500, 503, 504]);
  const few = () => Math.floor(random.between(0, 9));
  const howItEnds = () => random.oneOf(['cut', 'end'] as const);
  const strikeWatches = (act: (watch: ProxiedWatch) => void) => {
    for (const watch of proxy.watches(some())) act(watch);
  };
  const pause = (stop: () => void, resume: () => void) => {
    stop();
    setTimeout(resume, random.between(500, 6000));
  };

  return {
    name: 'Kubernetes',
    namespaces: [await server.namespace(), await server.namespace()],
    place: { kubeconfig: proxy.access.kubeconfigFile, limits },
    store,
    direct,
    faults: {
      'watches cut': { weight: 10, strike: () => proxy.cutWatches(some()) },
      'watches silent': { weight: 6, strike: () => proxy.silenceWatches(some()) },
      'watches ended': { weight: 4, strike: () => strikeWatches((watch) => watch.end()) },
      'watches too old': { weight: 4, strike: () => strikeWatches((watch) => watch.fail(410)) },
      'watches failed': { weight: 4, strike: () => strikeWatches((watch) => watch.fail(status())) },
      'watches broken': { weight: 6, strike: () => strikeWatches((watch) => watch.breakAfter(few(), howItEnds())) },
      'new watches broken': { weight: 4, strike: () => meet(watches, breakWatch(few(), howItEnds())) },
      'new watches refused': { weight: 4, strike: () => meet(watches, refuse(random.oneOf([410, status()]))) },
      'new watches too old': { weight: 3, strike: () => meet(watches, failWatch()) },
      'lists refused': { weight: 4, strike: () => meet(lists, refuse(random.oneOf([410, status()]))) },
      'lists broken': { weight: 3, strike: () => meet(lists, breakAnswer) },
      'calls delayed': { weight: 6, strike: () => meet({}, delay(random.between(100, 5000)), 20) },
      'calls refused': { weight: 6, strike: () => meet(random.oneOf([reads, writes]), refuse(status()), 10) },
      'calls cut': { weight: 6, strike: () => meet({}, cut, 10) },
      'calls not answered': { weight: 2, strike: () => meet({}, stall) },
      'answers lost': { weight: 6, strike: () => meet(writes, loseAnswer(random.oneOf(['cut', 'stall']))) },
      'answers broken': { weight: 4, strike: () => meet(random.oneOf([reads, writes]), breakAnswer) },
      'connections cut': { weight: 4, strike: () => proxy.cutConnections() },
      'server paused': {
        weight: 2,
        strike: () =>
          pause(
            () => void server.pause(),
            () => server.resume(),
          ),
      },
      'etcd paused': {
        weight: 2,
        strike: () =>
          pause(
            () => void server.pauseEtcd(),
            () => server.resumeEtcd(),
          ),
      },
    },
    crash: async () => {
      server.resume();
      server.resumeEtcd();
      await server.kill();
      await server.restart();
    },
    mend: async () => {
      proxy.clear();
      server.resume();
      server.resumeEtcd();
      // Watches that were silenced stay so until their reader gives them up: that is part of what is judged.
    },
    close: async () => {
      await Promise.all([store.close(), direct.close()]);
      await proxy.close();
      await server.stop();
    },
  };
};
