import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { Dialogs } from './dialogs.js';
import { refuseLinksOut } from './links-out.js';
import type { PageState } from './page-state.js';

export interface Attendants {
  state: Pick<PageState, 'journal' | 'pageEnded' | 'origins'>;
  dialogs: Pick<Dialogs, 'follow' | 'forget'>;
}

interface AttendOptions extends Attendants {
  session: CdpSession;
  targetInfo: Protocol.Target.TargetInfo;
  close: () => Promise<void>;
  /** Closes the page unless a client asked for it. */
  closeUnasked: () => Promise<void>;
}

/** Does what a page or frame needs from its start, also while Playwright is not connected. */
export const attendPage = (options: AttendOptions): Promise<unknown>[] => {
  const { session, targetInfo, state, dialogs, close, closeUnasked } = options;
  const steps = refuseLinksOut({ session, targetInfo, journal: state.journal, close: closeUnasked });
  steps.push(...dialogs.follow(session, targetInfo.targetId));
  if (targetInfo.type !== 'page') return steps;
  state.origins.follow(session);
  session.on('Inspector.targetCrashed', () => {
    state.pageEnded('The page crashed.');
    void close();
  });
  return [...steps, session.send('Inspector.enable')];
};
