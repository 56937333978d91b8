import type { BrowserSession } from './browser-session.js';

/** On a session: its charge is not written yet. */
export const billingFinalizer = 'tintype.dev/billing';
/** On a pod: how its session ended is not copied yet. */
export const recordFinalizer = 'tintype.dev/record';

/** On the pods of sessions and pools. */
export const labels = {
  session: 'tintype.dev/session',
  account: 'tintype.dev/account',
  pool: 'tintype.dev/pool',
  /** On warm pods: tells those that are made from the same template. */
  template: 'tintype.dev/template',
} as const;

/** On a pod whose program listens on another port than the usual one, as where pods are processes of one machine. */
export const agentPortAnnotation = 'tintype.dev/agent-port';

/** On every pod that the operator makes: it watches these alone. A warm pod has no session yet. */
export const ownPodLabels = { 'app.kubernetes.io/managed-by': 'tintype-operator' } as const;

const byApi = /^sess-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of a session that the api makes. Whoever takes such a name by hand passes for the api. */
export const isNamedByApi = (name: string): boolean => byApi.test(name);

/** `sess_<uuid>`, as clients know it: the api's objects are named for it; of others it is the object's own uid. */
export const sessionIdOf = (name: string, uid: string): string =>
  `sess_${isNamedByApi(name) ? name.slice('sess-'.length) : uid}`;

export const sessionId = ({ metadata: { name, uid } }: BrowserSession): string => sessionIdOf(name, uid);

/** The object's name of a session that the api makes: an underscore may not stand in one. */
export const sessionName = (id: string): string => id.replace('_', '-');
