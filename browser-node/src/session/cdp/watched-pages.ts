import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp.js';
import type { Dialogs } from '../dialogs.js';
import type { Command } from './command.js';

/** The pages whose dialogs one client hears of: those that it is attached to, with `Page.enable`. */
export class WatchedPages {
  readonly #dialogs: Pick<Dialogs, 'watch' | 'unwatch'>;
  /** Targets by the client's sessions. */
  readonly #targets = new Map<string, string>();

  constructor(dialogs: Pick<Dialogs, 'watch' | 'unwatch'>) {
    this.#dialogs = dialogs;
  }

  /** What the client has been told. */
  told({ method, params }: CdpMessage): void {
    if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = params as Protocol.Target.AttachedToTargetEvent;
      this.#targets.set(sessionId, targetInfo.targetId);
    } else if (method === 'Target.detachedFromTarget') {
      this.#forget((params as Protocol.Target.DetachedFromTargetEvent).sessionId);
    }
  }

  /** What the client has said. */
  said({ method, sessionId = '' }: Command): void {
    const target = this.#targets.get(sessionId);
    if (target === undefined) return;
    if (method === 'Page.enable') this.#dialogs.watch(sessionId, target);
    if (method === 'Page.disable') this.#dialogs.unwatch(sessionId);
  }

  /** The client has left. */
  end(): void {
    for (const session of [...this.#targets.keys()]) this.#forget(session);
  }

  #forget(session: string): void {
    this.#targets.delete(session);
    this.#dialogs.unwatch(session);
  }
}
