import {
  type BrowserSession,
  billingFinalizer,
  Forbidden,
  Invalid,
  type Kind,
  type Kinds,
  keyText,
  type NewBrowserSession,
  type ResourceStore,
  recordFinalizer,
} from '@tintype/crds';
import { Slots as LedgerSlots, type SlotRequest } from '@tintype/ledger';
import type { Accounts, Ledger, PodAgent, Proxies, Slots } from '@tintype/operator/testing';
import type { Actor, Request } from './gate.js';
import type { World } from './world.js';

type Part = Request['part'];

/** Distinguishes writes of one call by their purpose. */
const purposeOf = (object: Kinds[Kind]): string => {
  if (object.kind === 'Lease' || object.kind === 'BrowserPool') return '';
  const isHeld = object.metadata.finalizers?.some((each) => each === recordFinalizer || each === billingFinalizer);
  return isHeld ? ', finalizer set' : ', finalizer removed';
};

/** Reasons that name a status write whose phase stays. */
const samePhase = ['ChargeDiffers'];

const phaseOf = (object: Kinds[Kind]): string => {
  if (object.kind !== 'BrowserSession') return '';
  const { phase, conditions } = (object as BrowserSession).status ?? {};
  return ` ${conditions?.map(({ reason }) => reason).find((reason) => samePhase.includes(reason)) ?? phase}`;
};

export const gatedStore = (world: World, actor: Actor, part: Part): ResourceStore => {
  const { gate, store, violations } = world;
  const request = (name: string) => ({ part, name: `store.${name}`, service: 'store' }) as const;
  const read = (name: string) => ({ ...request(name), isRead: true });
  return {
    get: (kind, key) => gate.through(actor, read(`get ${kind}`), () => store.get(kind, key)),
    list: (kind, selector) => gate.through(actor, read(`list ${kind}`), () => store.list(kind, selector)),
    watch: (kind, options) => store.watch(kind, options),
    create: (kind, object, options) => {
      if (object.kind === 'BrowserSession') world.requested.set(keyText(object.metadata), object as NewBrowserSession);
      return gate.through(actor, { ...request(`create ${kind}`), signal: options?.signal }, async () => {
        if (kind === 'Pod' && !world.takesPods) throw new Invalid('no pod is accepted here');
        if (kind === 'Pod' && !world.hasQuota) throw new Forbidden('exceeded quota');
        return store.create(kind, object);
      });
    },
    update: (kind, object) =>
      gate.through(actor, request(`update ${kind}${purposeOf(object)}`), () => store.update(kind, object)),
    updateStatus: (kind, object) => {
      if (object.kind === 'BrowserSession') noteStatus(world, object as BrowserSession);
      return gate.through(actor, request(`updateStatus ${kind}${phaseOf(object)}`), () =>
        store.updateStatus(kind, object),
      );
    },
    delete: (kind, key, options) => {
      const { about } = actor;
      return gate.through(actor, request(`delete ${kind}`), async () => {
        const pod = kind === 'Pod' ? world.objects('Pod').get(keyText(key)) : undefined;
        const session = kind === 'BrowserSession' ? world.objects('BrowserSession').get(keyText(key)) : undefined;
        const answer = await store.delete(kind, key, options);
        if (part === 'pool') violations.podTaken(pod);
        violations.podDeleted(pod, about);
        violations.sessionDeleted(session, about);
        return answer;
      });
    },
  };
};

const noteStatus = (world: World, session: BrowserSession): void => {
  const known = world.objects('BrowserSession').get(keyText(session.metadata));
  world.violations.statusAsked(session, known, world.clock.now());
};

export const gatedAccounts = (world: World, actor: Actor, part: Part): Accounts => ({
  find: (account) =>
    world.gate.through(actor, { part, name: 'accounts.find', service: 'ledger', isRead: true }, async () =>
      world.account(account),
    ),
});

export const gatedProxies = (world: World, actor: Actor, part: Part): Proxies => ({
  proxyOf: () =>
    world.gate.through(
      actor,
      { part, name: 'proxies.proxyOf', service: 'ledger', isRead: true },
      async () => 'http://proxy.example:3128',
    ),
});

export const gatedAgent = ({ gate, node, clock, violations }: World, actor: Actor, part: Part): PodAgent => {
  const request = (name: string) => ({ part, name: `agent.${name}`, service: 'pods' }) as const;
  return {
    activate: (pod, order) => {
      violations.podActivated(pod);
      const { uid } = pod.metadata;
      return gate.through(actor, request('activate'), async () => node.reached(uid).activate(order, clock.now()));
    },
    close: ({ metadata: { uid } }, session) =>
      gate.through(actor, request('close'), async () => node.reached(uid).close(session, clock.now())),
  };
};

/** The code under test, stopped at each call to its stream. */
export const gatedSlots = ({ gate, ledger, random }: World, actor: Actor, part: Part): Slots => {
  const slots = (name: string, see: () => void = () => undefined) => {
    const request = { part, name: `slots.${name}`, service: 'ledger' } as const;
    const nats = ledger.slots.nats(({ isRead }, work) =>
      gate.through(actor, { ...request, isRead }, async () => {
        see();
        return work();
      }),
    );
    return new LedgerSlots(nats, random);
  };
  const seeFull = (order: SlotRequest) => {
    actor.foundNoSlot ||= ledger.slots.isFullFor(order);
  };
  const [freeing, listing] = [slots('free'), slots('all')];
  return {
    take: (order) => gate.reportingErrors(() => slots('take', () => seeFull(order)).take(order)),
    free: (...call) => gate.reportingErrors(() => freeing.free(...call)),
    all: () => gate.reportingErrors(() => listing.all()),
  };
};

export const gatedLedger = ({ gate, ledger }: World, actor: Actor, part: Part): Ledger => {
  const request = (name: string) => ({ part, name: `ledger.${name}`, service: 'ledger' }) as const;
  const read = (name: string) => ({ ...request(name), isRead: true });
  return {
    open: (open) => gate.through(actor, request('open'), () => ledger.sessions.open(open)),
    findOpen: (session) => gate.through(actor, read('findOpen'), () => ledger.sessions.findOpen(session)),
    charge: (charge) => gate.through(actor, request('charge'), () => ledger.sessions.charge(charge)),
    unsettled: () => gate.through(actor, read('unsettled'), async () => ledger.unsettled),
  };
};
