import type { Clock } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpMessage, CdpSession } from '../../browser/cdp/connection.js';
import type { Journal } from './journal.js';

/** A client's time to answer a dialog. */
const patienceMs = 5000;

type Page = Pick<CdpSession, 'on' | 'send'>;
type Opening = Pick<Protocol.Page.JavascriptDialogOpeningEvent, 'type' | 'message'>;

const dialogEvent = /^Page\.(javascriptDialog(Opening|Closed)|fileChooserOpened)$/;

/** Whether to hide the message from Playwright, which would also answer dialogs and file choosers. */
export const concernsDialog = ({ method = '' }: CdpMessage): boolean => dialogEvent.test(method);

/**
 * Answers dialogs, because no person does: at once, or after 5 s if a DevTools client watches the page. Keeps file
 * dialogs closed.
 */
export class Dialogs {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #journal: Pick<Journal, 'note'>;
  /** Targets whose dialogs a client may answer, keyed by clients' sessions. */
  readonly #watched = new Map<string, string>();
  /** Targets whose file choosers a client answers, keyed by clients' sessions. */
  readonly #givenFiles = new Map<string, string>();
  /** Timers of open dialogs that clients may answer, keyed by targets. */
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
    return this.#held.has(target ?? '');
  }

  /** Follows a page or frame, whose events must be on. */
  follow(page: Page, target: string): Promise<unknown>[] {
    page.on('Page.javascriptDialogOpening', (dialog) => this.#opened(page, target, dialog));
    page.on('Page.javascriptDialogClosed', () => this.forget(target));
    page.on('Page.fileChooserOpened', () => {
      if (![...this.#givenFiles.values()].includes(target))
        this.#journal.note(
          'The page asked for a file and got none. To give one, use a DevTools client (`setInputFiles`), in a session with `cdp`.',
        );
    });
    return [page.send('Page.setInterceptFileChooserDialog', { enabled: true })];
  }

  /** Stops the timer: the dialog or its page is gone. */
  forget(target: string): void {
    this.#held.get(target)?.();
    this.#held.delete(target);
  }

  #opened(page: Page, target: string, dialog: Opening): void {
    const answer = () => {
      this.#held.delete(target);
      this.#answer(page, dialog);
    };
    if ([...this.#watched.values()].includes(target)) this.#held.set(target, this.#clock.after(patienceMs, answer));
    else answer();
  }

  /** Accepts `beforeunload`, so that every page can be left. Dismisses other dialogs. */
  #answer(page: Page, { type, message }: Opening): void {
    const accept = type === 'beforeunload';
    const done = type === 'alert' ? 'closed' : 'cancelled';
    if (!accept)
      this.#journal.note(
        `The page showed a dialog (${type}: ${JSON.stringify(message.slice(0, 300))}), which was ${done}.`,
      );
    page.send('Page.handleJavaScriptDialog', { accept }).catch(() => undefined);
  }
}
