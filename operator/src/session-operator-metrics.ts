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

const countByPhase = (sessions: readonly BrowserSession[]): Map<SessionPhase, number> => {
  const counts = new Map<SessionPhase, number>(sessionPhases.map((phase) => [phase, 0]));
  for (const { status } of sessions) {
    const phase = status?.phase ?? 'Pending';
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  return counts;
};
