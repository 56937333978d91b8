import { type BrowserSession, type SessionPhase, sessionPhases } from '@tintype/crds';
import { Gauge, type Registry } from '@tintype/runtime';
import type { Lister } from '@tintype/stores';

/** How many sessions are in each phase, as the cache knows. */
export const observeSessions = (registry: Registry, sessions: Pick<Lister<BrowserSession>, 'list'>): void => {
  new Gauge({
    name: 'tintype_sessions',
    help: 'Session objects by phase, those that have ended too.',
    labelNames: ['phase'],
    registers: [registry],
    collect() {
      for (const [phase, count] of countByPhase(sessions.list())) this.set({ phase }, count);
    },
  });
};

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
