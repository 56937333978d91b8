import { noActions } from '@tintype/contracts';
import {
  type BrowserSession,
  type BrowserSessionStatus,
  Invalid,
  isFinal,
  isStartingPhase,
  keyText,
  type SessionPhase,
  sessionId,
} from '@tintype/crds';
import type { World } from '../played/world.js';
import { type Act, named } from './scenario.js';

export const ttl = 90;
/** So short that repeated calls to a hung pod end within it. */
const shortTtl = 10;
const longTtl = 600;

export const create = (world: World) => world.addClient().begin(ttl);
export const createShort: Act = (world) => world.addClient().begin(shortTtl);
export const createLong: Act = (world) => world.addClient().begin(longTtl);
export const createByHand: Act = (world) => world.kubectlCreate(ttl);
export const createLongByHand: Act = (world) => world.kubectlCreate(longTtl);
export const createShortByHand: Act = (world) => world.kubectlCreate(shortTtl);
export const createByUnknown: Act = (world) => world.kubectlCreate(ttl, 'nobody');
export const createByDisabled: Act = (world) => world.kubectlCreate(ttl, 'disabled');
export const createProxiedByHand = (world: World) => world.kubectlCreate(ttl, 'acme', true);
export const createProxiedAndAnother: Act = async (world) => {
  await createProxiedByHand(world);
  create(world);
};
export const close: Act = ({ clients }) => clients[0]?.close();
/** Its api pauses before it deletes. */
export const closeSlowly: Act = (world) => {
  const [client] = world.clients;
  client?.close();
  Object.assign(client?.deleting ?? {}, { isPaused: true });
};
export const closeSecond: Act = ({ clients }) => clients[1]?.close();
/** The first client closes its session, or leaves without one. */
export const giveUp: Act = ({ clients: [client] }) => (client?.mayClose ? client.close() : client?.leave());
export const createAndLeave: Act = (world) => {
  create(world);
  world.clients[0]?.leave();
};
export const createByDeafApi: Act = (world) => {
  create(world);
  Object.assign(world.clients[0] ?? {}, { isDeaf: true });
};
export const endApi: Act = ({ clients }) => {
  for (const client of clients) client.alive = false;
};
export const createTwo: Act = (world) => {
  create(world);
  create(world);
};

export const createWithKey: Act = (world) => world.addClient({ hasKey: true }).begin(ttl);
/** Repeats the first client's create with its key. */
export const repeat: Act = (world) => world.addClient({ session: world.clients[0]?.session, hasKey: true }).begin(ttl);
/** Repeats a create at an api whose watch delivers nothing. */
export const repeatByDeafApi: Act = (world) => {
  repeat(world);
  Object.assign(world.clients.at(-1) ?? {}, { isDeaf: true });
};
export const createTwice: Act = async (world) => {
  await createWithKey(world);
  await repeat(world);
};

/** Repeats the first kubectl session. */
export const createByHandAgain: Act = (world) => world.makeAgain('default/by-hand-1');

export const createWithPool: Act = async (world) => {
  await world.createPool(1);
  await world.kubectlCreate(ttl);
};

export const createAndScaleDown: Act = async (world) => {
  create(world);
  await world.changePools({ replicas: 0 });
};
export const createAndChangeTemplate: Act = async (world) => {
  create(world);
  await world.changePools({ template: { labels: { version: 'next' } } });
};
export const createAndDeletePool: Act = async (world) => {
  create(world);
  for (const pool of world.objects('BrowserPool').values()) await world.kubectlDelete('BrowserPool', pool);
};

export const scaleDown: Act = (world) => world.changePools({ replicas: 0 });
export const scaleUp: Act = (world) => world.changePools({ replicas: 1 });

export const deleteByHand: Act = async (world) => {
  for (const session of world.objects('BrowserSession').values()) await world.kubectlDelete('BrowserSession', session);
};

const mayEnd = (phase: SessionPhase) => !isFinal(phase);

/** Writes every status, like `kubectl edit --subresource=status`. */
const edit = (name: string, change: BrowserSessionStatus, suits = mayEnd): Act =>
  named(name, async ({ store, editedStatus }) => {
    const { items } = await store.list('BrowserSession');
    for (const session of items.filter(({ status }) => suits(status?.phase ?? 'Pending'))) {
      editedStatus.add(sessionId(session));
      await store.updateStatus('BrowserSession', { ...session, status: { ...session.status, ...change } });
    }
  });

export const writeOff = edit('writeOff', { phase: 'Closed' });
export const writeOffForNothing = edit('writeOffForNothing', { phase: 'Settling', credits: 0 });
export const writeFailed = edit('writeFailed', { phase: 'Failed' }, isStartingPhase);
export const writeBinding = edit('writeBinding', { phase: 'Binding' });
export const writeActive = edit('writeActive', { phase: 'Active' });

const longAgo = '2020-01-01T00:00:00.000Z';

/** Edits that the kind refuses in an active session. */
export const refusedEdits: readonly BrowserSessionStatus[] = [
  { pod: undefined },
  { pod: { name: 'gone', uid: 'gone' } },
  { pod: { name: 'gone', uid: 'gone' }, attempts: 9 },
  { startedAt: undefined },
  { startedAt: longAgo },
  { expiresAt: longAgo },
  { closeReason: 'NodeLost' },
  { credits: 0, endedAt: longAgo },
  { phase: 'Closing', closeReason: 'NodeLost', endedAt: longAgo },
  { phase: 'Settling', closeReason: 'NodeLost', credits: 0, counts: noActions },
];

export const writeWhatIsRefused: Act = named('writeWhatIsRefused', async ({ store }) => {
  for (const change of refusedEdits)
    for (const session of (await store.list('BrowserSession')).items) {
      if (session.status?.phase !== 'Active') continue;
      const written = store.updateStatus('BrowserSession', { ...session, status: { ...session.status, ...change } });
      await written.catch((error: unknown) => {
        if (!(error instanceof Invalid)) throw error;
      });
    }
});

/** Removes a session without a trace. */
const strip = async (world: World, session: BrowserSession) => {
  world.stripped.add(sessionId(session));
  const metadata = { ...session.metadata, finalizers: [] };
  const stripped = await world.store.update('BrowserSession', { ...session, metadata });
  if (!session.metadata.deletionTimestamp) await world.kubectlDelete('BrowserSession', stripped);
};

export const stripByHand: Act = async (world) => {
  const session = world.objects('BrowserSession').get(keyText(world.clients[0]?.key ?? { namespace: '', name: '' }));
  if (session) await strip(world, session);
};

export const stripEach: Act = async (world) => {
  for (const session of world.objects('BrowserSession').values()) await strip(world, session);
};

/** Repeats the effect of the first client's create. */
export const createAgain: Act = async (world) => {
  const [client] = world.clients;
  if (client) await world.makeAgain(keyText(client.key));
};

/** Replaces its object before any program notices. */
export const stripAndRecreate: Act = async (world) => {
  await stripByHand(world);
  await createAgain(world);
};

/** A foreign charge for the first client. */
export const plantCharge: Act = (world) => {
  const [client] = world.clients;
  for (const { session, account, uid, options } of world.ledger.unsettled.filter(
    (open) => open.session === client?.session,
  )) {
    world.plantedCharges.add(session);
    const at = new Date(world.clock.now()).toISOString();
    world.ledger.charges.add({
      session,
      account,
      uid,
      options,
      at,
      credits: 0,
      closeReason: 'ObjectGone',
      counts: noActions,
    });
  }
};
