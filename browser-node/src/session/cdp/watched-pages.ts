import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import type { Dialogs } from '../pages/dialogs.js';
import type { Command } from './command.js';

type Watched = Pick<Dialogs, 'watch' | 'unwatch' | 'giveFiles' | 'stopGivingFiles'>;

/** Pages whose dialogs and file choosers one client handles. */
export class WatchedPages {
  readonly #dialogs: Watched;
  /** Targets, keyed by the client's sessions. */
  readonly #targets = new Map<string, string>();

  constructor(dialogs: Watched) {
    this.#dialogs = dialogs;
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
    const target = this.#targets.get(sessionId);
    if (target === undefined) return;
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
