import type { Clock } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import type { Journal } from './journal.js';

/** A client's time to answer a dialog. */
const patienceMs = 5000;

/**
 * Lets Playwright answer dialogs at once, but only after 5 s if a DevTools client watches the page. Playwright hears of
 * file choosers only if no client provides files.
 */
export class Dialogs {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #journal: Pick<Journal, 'note'>;
  /** Targets, keyed by clients' sessions. */
  readonly #watched = new Map<string, string>();
  /** Targets, keyed by clients' sessions. */
  readonly #givenFiles = new Map<string, string>();
  /** Targets, keyed by our Playwright's sessions. */
  readonly #own = new Map<string, string>();
  readonly #held = new Map<string, () => void>();

  constructor(clock: Pick<Clock, 'after'>, journal: Pick<Journal, 'note'>) {
    this.#clock = clock;
    this.#journal = journal;
  }

  watch(session: string, target: string): void {
    this.#watched.set(session, target);
  }

  unwatch(session: string): void {
    this.#watched.delete(session);
  }

  giveFiles(session: string, target: string): void {
    this.#givenFiles.set(session, target);
  }

  stopGivingFiles(session: string): void {
    this.#givenFiles.delete(session);
  }

  holdsOne(target: string | undefined): boolean {
    return [...this.#held.keys()].some((session) => this.#own.get(session) === target);
  }

  forward(message: CdpMessage, deliver: (message: CdpMessage) => void): void {
    const { sessionId = '' } = message;
    this.#follow(message);
    if (message.method === 'Page.fileChooserOpened') {
      if (this.#isAmong(this.#givenFiles, sessionId)) return;
      this.#journal.note('The page asked for a file and got none: sessions have no files.');
    }
    if (message.method === 'Page.javascriptDialogOpening' && this.#isAmong(this.#watched, sessionId)) {
      const cancel = this.#clock.after(patienceMs, () => {
        this.#held.delete(sessionId);
        deliver(message);
      });
      this.#held.set(sessionId, cancel);
    } else if (message.method !== 'Page.javascriptDialogClosed' || !this.#release(sessionId)) deliver(message);
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
