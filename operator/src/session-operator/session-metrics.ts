import { type BrowserSession, type SessionPhase, sessionPhases } from '@tintype/crds';
import { type Clock, Gauge, type Registry } from '@tintype/runtime';
import type { Lister } from '@tintype/stores';

export interface ObservedSessions {
  sessions: Pick<Lister<BrowserSession>, 'list'>;
  clock: Pick<Clock, 'now'>;
}

/** How many sessions are in each phase, and since when one of them waits to be charged, as the cache knows. */
export const observeSessions = (registry: Registry, { sessions, clock }: ObservedSessions): void => {
  new Gauge({
    name: 'tintype_sessions',
    help: 'Session objects by phase, those that have ended too.',
    labelNames: ['phase'],
    registers: [registry],
    collect() {
      for (const [phase, count] of countByPhase(sessions.list())) this.set({ phase }, count);
    },
  });
  new Gauge({
    name: 'tintype_session_settling_age_seconds',
    help: 'How long ago the session ended that waits for longest to be charged; 0 while none does.',
    registers: [registry],
    collect() {
      const settling = sessions.list().filter(({ status }) => status?.phase === 'Settling');
      const oldest = Math.min(clock.now(), ...settling.map(endOf));
      this.set((clock.now() - oldest) / 1000);
    },
  });
};

/** One that never was active has no end of its own. */
const endOf = ({ status, metadata }: BrowserSession): number =>
  Date.parse(status?.endedAt ?? metadata.deletionTimestamp ?? metadata.creationTimestamp);

/** Whether sessions can be settled. */
export const observeLedger = (registry: Registry, ledger: { readonly fault: string | undefined }): void => {
  new Gauge({
    name: 'tintype_ledger_is_right',
    help: 'Whether the ledger is the one that was recorded; while it is not, nothing is settled.',
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
