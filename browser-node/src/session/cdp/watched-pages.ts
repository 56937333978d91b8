import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import type { Dialogs } from '../pages/dialogs.js';
import type { ShownPage } from '../pages/shown-page.js';
import type { Command } from './command.js';

type Watched = Pick<Dialogs, 'watch' | 'unwatch' | 'giveFiles' | 'stopGivingFiles'>;

/** Commands that drive a page; others only read. */
const drives = /^(Input\.|Page\.(bringToFront|navigate|navigateToHistoryEntry|reload)$)/;

/** Pages whose dialogs and file choosers one client handles, and the page that it drives. */
export class WatchedPages {
  readonly #dialogs: Watched;
  readonly #shown: Pick<ShownPage, 'used'>;
  /** Targets, keyed by the client's sessions. */
  readonly #targets = new Map<string, string>();

  constructor(dialogs: Watched, shown: Pick<ShownPage, 'used'>) {
    this.#dialogs = dialogs;
    this.#shown = shown;
  }

  received({ method, params }: CdpMessage): void {
    if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = params as Protocol.Target.AttachedToTargetEvent;
      this.#targets.set(sessionId, targetInfo.targetId);
    } else if (method === 'Target.detachedFromTarget') {
      this.#remove((params as Protocol.Target.DetachedFromTargetEvent).sessionId);
    }
  }

  sent({ method, params, sessionId = '' }: Command): void {
    if (method === 'Target.activateTarget') this.#shown.used(String(params.targetId));
    const target = this.#targets.get(sessionId);
    if (target === undefined) return;
    if (drives.test(method)) this.#shown.used(target);
    if (method === 'Page.enable') this.#dialogs.watch(sessionId, target);
    if (method === 'Page.disable') this.#dialogs.unwatch(sessionId);
    if (method !== 'Page.setInterceptFileChooserDialog') return;
    if (params.enabled === true) this.#dialogs.giveFiles(sessionId, target);
    else this.#dialogs.stopGivingFiles(sessionId);
  }

  end(): void {
    for (const session of [...this.#targets.keys()]) this.#remove(session);
  }

  #remove(session: string): void {
    this.#targets.delete(session);
    this.#dialogs.unwatch(session);
    this.#dialogs.stopGivingFiles(session);
  }
}
