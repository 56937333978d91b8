import { type BrowserSession, type SessionPhase, sessionPhases } from '@tintype/crds';
import { type Clock, Gauge, type Registry } from '@tintype/runtime';
import type { Lister } from '@tintype/stores';

export interface ObservedSessions {
  sessions: Pick<Lister<BrowserSession>, 'list'>;
  clock: Pick<Clock, 'now'>;
}

export const observeSessions = (registry: Registry, { sessions, clock }: ObservedSessions): void => {
  new Gauge({
    name: 'tintype_sessions',
    help: 'Session objects by phase, ended ones included.',
    labelNames: ['phase'],
    registers: [registry],
    collect() {
      for (const [phase, count] of countByPhase(sessions.list())) this.set({ phase }, count);
    },
  });
  new Gauge({
    name: 'tintype_session_settling_age_seconds',
    help: 'Longest time since the end of a session that is not charged yet; 0 if there is none.',
    registers: [registry],
    collect() {
      const settling = sessions.list().filter(({ status }) => status?.phase === 'Settling');
      const oldest = Math.min(clock.now(), ...settling.map(endOf));
      this.set((clock.now() - oldest) / 1000);
    },
  });
};

/** Epoch milliseconds. A session that was never active has no `endedAt`: then its deletion or creation counts. */
const endOf = ({ status, metadata }: BrowserSession): number =>
  Date.parse(status?.endedAt ?? metadata.deletionTimestamp ?? metadata.creationTimestamp);

export const observeLedger = (registry: Registry, ledger: { readonly fault: string | undefined }): void => {
  new Gauge({
    name: 'tintype_ledger_is_right',
    help: '1 if the ledger is the recorded one, else 0. With another ledger the operator settles nothing.',
    registers: [registry],
    collect() {
      this.set(ledger.fault === undefined ? 1 : 0);
    },
  });
};

const countByPhase = (sessions: readonly BrowserSession[]): Map<SessionPhase, number> => {
  const counts = new Map<SessionPhase, number>(sessionPhases.map((phase) => [phase, 0]));
  for (const { status } of sessions) {
    const phase = status?.phase ?? 'Pending';
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  return counts;
};
