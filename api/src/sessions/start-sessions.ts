import type { KeyObject } from 'node:crypto';
import { buckets, type Session } from '@tintype/contracts';
import { type BrowserSession, sessionId } from '@tintype/crds';
import { SessionLedger, Slots } from '@tintype/ledger';
import { type Logger, type Nats, observePodCalls, type Registry, systemClock } from '@tintype/runtime';
import { createInformerMetrics, Informer, type Lister, type ObjectStore } from '@tintype/stores';
import type { Account } from '../accounts/account.js';
import type { ProfileStore } from '../profiles/profile-store.js';
import { HttpSessionAgent } from './agent/http-session-agent.js';
import { SessionClosing } from './close/session-closing.js';
import type { SessionDependencies } from './dependencies.js';
import { IdempotencyKeys } from './open/idempotency-keys.js';
import { ProfileLoading } from './open/profile-loading.js';
import { observeOpenings, SessionCreation } from './open/session-creation.js';
import { CurrentViews } from './read/current-views.js';
import { EndedSessions } from './read/ended-sessions.js';
import { type PoolView, readPools } from './read/pool-views.js';
import { SessionList } from './read/session-list.js';
import { type SessionIndexName, SessionLookup } from './read/session-lookup.js';
import { SessionReading } from './read/session-reading.js';
import { isActive, objectView } from './read/session-view.js';
import { SessionActing } from './session-acting.js';
import { SessionCalls } from './session-calls.js';
import { SessionProfiles } from './session-profiles.js';
import { ConnectUrls } from './tunnels/connect-urls.js';
import { LiveLinks } from './tunnels/live-links.js';
import type { SessionTunnelsOptions } from './tunnels/session-tunnels.js';

export interface StartSessionsOptions {
  rootKey: KeyObject;
  objects: ObjectStore;
  /** The namespace of new sessions; the program's own by default. */
  namespace: string | undefined;
  /** Where clients reach the service; undefined: at the host that they request. */
  apiUrl: URL | undefined;
  nats: Nats;
  /** Clients get this sentence. Undefined if the service offers sessions. */
  whyNoSessions: string | undefined;
  profiles: ProfileStore;
  checkBalance: (account: Account) => Promise<void>;
  log: Logger;
  registry: Registry;
}

/** A session with its account, for the administrator. */
export type AccountSession = Session & { account: string };

export interface StartedSessions {
  calls: SessionCalls;
  connecting: Pick<SessionTunnelsOptions, 'connectUrls' | 'liveLinks' | 'lookup' | 'agent'>;
  /** The active sessions of all accounts, latest first, as their objects have them: no pod is asked. */
  active: () => readonly AccountSession[];
  /** The browser pools, for the administrator. */
  pools: () => Promise<readonly PoolView[]>;
  isReady: () => boolean;
  stop: () => Promise<void>;
}

const followSessions = ({ objects, log, registry }: StartSessionsOptions, namespace: string) =>
  new Informer<'BrowserSession', SessionIndexName>({
    store: objects.store,
    kind: 'BrowserSession',
    selector: { namespace },
    indexes: { id: (session) => [sessionId(session)], account: ({ spec }) => [spec.account] },
    metrics: createInformerMetrics(registry),
    log,
  });

interface Shared {
  dependencies: SessionDependencies;
  agent: HttpSessionAgent;
  ledger: SessionLedger;
  slots: Slots;
  lookup: SessionLookup;
  cache: Lister<BrowserSession, SessionIndexName>;
  namespace: string;
}

const createServices = async (options: StartSessionsOptions, shared: Shared) => {
  const { objects, nats, whyNoSessions, profiles, checkBalance, log, registry } = options;
  const { dependencies, agent, ledger, slots, lookup, cache, namespace } = shared;
  const { store } = objects;
  const { waitFor, clock } = dependencies;
  const ended = new EndedSessions({ nats, kv: await nats.kv(buckets.sessions) });
  const keys = new IdempotencyKeys(await nats.kv(buckets.sessionKeys));
  const views = new CurrentViews({ waitFor, ledger, agent, clock });
  const list = new SessionList({ store, cache, slots, ledger, ended, views, clock });
  const reading = new SessionReading({ lookup, list, views, clock });
  const onOpen = observeOpenings(registry);
  const common = { dependencies, lookup, log };
  const acting = new SessionActing({ ...common, waitFor, clock, agent, reading, views });
  const opening = { whyNoSessions, profiles: new ProfileLoading({ profiles, agent }), keys, checkBalance, onOpen };
  return {
    creation: new SessionCreation({ ...common, ...opening, views, slots, namespace }),
    closing: new SessionClosing({ ...common, waitFor, ledger, clock, ended }),
    keys,
    acting,
    profiles: new SessionProfiles({ store: profiles, acting, log }),
    reading,
    connectUrls: new ConnectUrls(options),
    liveLinks: new LiveLinks({ ...options, clock }),
  };
};

const activeIn = (sessions: readonly BrowserSession[], now: number): readonly AccountSession[] =>
  sessions
    .filter(isActive)
    .map((session) => ({ account: session.spec.account, ...objectView(session, now) }))
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));

export const startSessions = async (options: StartSessionsOptions): Promise<StartedSessions> => {
  const { rootKey, objects, nats, registry } = options;
  const { store } = objects;
  const namespace = options.namespace ?? objects.namespace;
  const informer = followSessions(options, namespace);
  const { cache } = informer;
  const agent = new HttpSessionAgent({
    rootKey,
    readPod: (key) => store.get('Pod', key),
    onCall: observePodCalls(registry),
  });
  const slots = new Slots(nats);
  const ledger = new SessionLedger(nats);
  const waitFor: Informer<'BrowserSession'>['waitFor'] = (...call) => informer.waitFor(...call);
  const dependencies = { store, waitFor, slots, ledger, agent, clock: systemClock };
  const lookup = new SessionLookup({ store, ledger, cache, namespace });
  const services = await createServices(options, { dependencies, agent, ledger, slots, lookup, cache, namespace });
  informer.start();
  return {
    calls: new SessionCalls(services),
    connecting: { connectUrls: services.connectUrls, liveLinks: services.liveLinks, lookup, agent },
    active: () => activeIn(cache.list(), systemClock.now()),
    pools: () => readPools(store, namespace),
    isReady: () => informer.isReady,
    stop: async () => {
      await informer.stop();
      await agent.end();
      await objects.close();
    },
  };
};
