import type { Clock } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import type { Journal } from './journal.js';

/** So long may a DevTools client think about a dialog; then it is answered as if there were no client. */
const patienceMs = 5000;

/**
 * Who answers a page's dialogs. Our own Playwright does so at once; but where a DevTools client watches the page, it hears
 * of a dialog only when that is still open after a while, so that the client can answer. Of a page that asks for a file it
 * hears where no client gives files.
 */
export class Dialogs {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #journal: Pick<Journal, 'note'>;
  /** Targets by the sessions in which clients watch them. */
  readonly #watched = new Map<string, string>();
  /** Targets by the sessions in which clients give files. */
  readonly #givenFiles = new Map<string, string>();
  /** Targets by the sessions of our own Playwright. */
  readonly #own = new Map<string, string>();
  /** By session of our own: forgets that a dialog has been held back. */
  readonly #held = new Map<string, () => void>();

  constructor(clock: Pick<Clock, 'after'>, journal: Pick<Journal, 'note'>) {
    this.#clock = clock;
    this.#journal = journal;
  }

  /** A client hears of the dialogs of a target from now on, in that session. */
  watch(session: string, target: string): void {
    this.#watched.set(session, target);
  }

  unwatch(session: string): void {
    this.#watched.delete(session);
  }

  /** A client gives a target the files that it asks for, from now on. */
  giveFiles(session: string, target: string): void {
    this.#givenFiles.set(session, target);
  }

  stopGivingFiles(session: string): void {
    this.#givenFiles.delete(session);
  }

  /** Whether a dialog of this target waits for a client to answer it. */
  holdsOne(target: string | undefined): boolean {
    return [...this.#held.keys()].some((session) => this.#own.get(session) === target);
  }

  /** Tells our own Playwright what the browser says to it, at once or later. */
  forward(message: CdpMessage, tell: (message: CdpMessage) => void): void {
    const { sessionId = '' } = message;
    this.#follow(message);
    if (message.method === 'Page.fileChooserOpened') {
      if (this.#isAmong(this.#givenFiles, sessionId)) return;
      this.#journal.note('The page asked for a file. Sessions take none: it was given nothing.');
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

  /** Whether the target of a session of our own is among these. */
  #isAmong(targets: ReadonlyMap<string, string>, session: string): boolean {
    const target = this.#own.get(session);
    return target !== undefined && [...targets.values()].includes(target);
  }

  /** Whether our Playwright has not been told of the dialog; it never will be. */
  #release(session: string): boolean {
    this.#held.get(session)?.();
    return this.#held.delete(session);
  }
}
