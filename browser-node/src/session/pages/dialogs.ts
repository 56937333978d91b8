import type { Clock } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import type { Journal } from './journal.js';

/** How long a DevTools client may take to answer a dialog. Then Playwright answers. */
const patienceMs = 5000;

/**
 * Decides who answers a page's dialogs. Playwright answers at once, but if a DevTools client watches the page, only
 * after 5 s. Playwright hears of file choosers only if no client provides files.
 */
export class Dialogs {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #journal: Pick<Journal, 'note'>;
  /** Targets, keyed by the sessions in which clients watch them. */
  readonly #watched = new Map<string, string>();
  /** Targets, keyed by the sessions in which clients provide files. */
  readonly #givenFiles = new Map<string, string>();
  /** Targets, keyed by our Playwright's sessions. */
  readonly #own = new Map<string, string>();
  /** Keyed by our session: cancels the delayed dialog. */
  readonly #held = new Map<string, () => void>();

  constructor(clock: Pick<Clock, 'after'>, journal: Pick<Journal, 'note'>) {
    this.#clock = clock;
    this.#journal = journal;
  }

  /** A client watches the target's dialogs in that session. */
  watch(session: string, target: string): void {
    this.#watched.set(session, target);
  }

  unwatch(session: string): void {
    this.#watched.delete(session);
  }

  /** A client provides the files that the target asks for. */
  giveFiles(session: string, target: string): void {
    this.#givenFiles.set(session, target);
  }

  stopGivingFiles(session: string): void {
    this.#givenFiles.delete(session);
  }

  /** Whether a dialog of this target waits for a client. */
  holdsOne(target: string | undefined): boolean {
    return [...this.#held.keys()].some((session) => this.#own.get(session) === target);
  }

  /** Delivers a message to our Playwright, now or later. */
  forward(message: CdpMessage, tell: (message: CdpMessage) => void): void {
    const { sessionId = '' } = message;
    this.#follow(message);
    if (message.method === 'Page.fileChooserOpened') {
      if (this.#isAmong(this.#givenFiles, sessionId)) return;
      this.#journal.note('The page asked for a file and got none: sessions have no files.');
    }
    if (message.method === 'Page.javascriptDialogOpening' && this.#isAmong(this.#watched, sessionId)) {
      const cancel = this.#clock.after(patienceMs, () => {
        this.#held.delete(sessionId);
        tell(message);
      });
      this.#held.set(sessionId, cancel);
    } else if (message.method !== 'Page.javascriptDialogClosed' || !this.#release(sessionId)) tell(message);
  }

  #follow({ method, params }: CdpMessage): void {
    if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = params as Protocol.Target.AttachedToTargetEvent;
      this.#own.set(sessionId, targetInfo.targetId);
    } else if (method === 'Target.detachedFromTarget') {
      const { sessionId } = params as Protocol.Target.DetachedFromTargetEvent;
      this.#own.delete(sessionId);
      this.#release(sessionId);
    }
  }

  /** Whether these targets include that of our session. */
  #isAmong(targets: ReadonlyMap<string, string>, session: string): boolean {
    const target = this.#own.get(session);
    return target !== undefined && [...targets.values()].includes(target);
  }

  /** Drops a delayed dialog. True if Playwright never heard of it. */
  #release(session: string): boolean {
    this.#held.get(session)?.();
    return this.#held.delete(session);
  }
}
