import type { Protocol } from 'devtools-protocol';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import { silenceConsole } from '../../in-page/guards.js';
import type { PageState } from './page-state.js';

/** At most 2,000 lines in 2 s for a page with its frames and workers. More would starve DevTools. */
const maxLines = 2000;
const windowMs = 2000;
const silentMs = 10_000;
/** A script that blocks the silencing for longer is terminated. */
const silencingTimeoutMs = 500;
/** A page that takes longer to become silent, or floods more than four times in a row, is closed. */
const maxSilencingMs = 5000;
const maxFloodsInRow = 4;

/** Our command ids count down from this one. Playwright's count up from 1. */
const firstId = -2;

export interface ConsoleFloodDependencies {
  send: (message: CdpMessage) => void;
  state: Pick<PageState, 'pageEnded' | 'journal'>;
  /** Monotonic milliseconds. */
  now: () => number;
}

const contextOf = ({ method, params }: CdpMessage): number | undefined => {
  if (method === 'Runtime.consoleAPICalled')
    return (params as Protocol.Runtime.ConsoleAPICalledEvent).executionContextId;
  if (method !== 'Runtime.exceptionThrown') return undefined;
  return (params as Protocol.Runtime.ExceptionThrownEvent).exceptionDetails.executionContextId;
};

class LineWindow {
  count = 0;
  since = Number.NEGATIVE_INFINITY;
  floodedAt = Number.NEGATIVE_INFINITY;
  floodsInRow = 0;
}

class WriterState {
  /** When each execution context was asked to be silent, and when it became silent. */
  readonly requested = new Map<number, number>();
  readonly silenced = new Map<number, number>();
  /** When the last terminated script was asked to be silent. */
  terminatedRequest: number | undefined;
}

/**
 * Filters the messages to our Playwright. It drops excess console lines and silences the page for 10 s. So actions and
 * DevTools clients still reach the browser. A page that evades this is closed.
 */
export class ConsoleFlood {
  readonly #options: ConsoleFloodDependencies;
  readonly #lines = new Map<string, LineWindow>();
  readonly #writers = new Map<string, WriterState>();
  /** Sessions of pages, keyed by sessions of their frames and workers. */
  readonly #parents = new Map<string, string>();
  readonly #targets = new Map<string, string>();
  readonly #ending = new Set<string>();
  readonly #answers = new Map<number, () => void>();
  #lastId = firstId + 1;

  constructor(options: ConsoleFloodDependencies) {
    this.#options = options;
  }

  /** Whether Playwright may see the message. */
  passes(message: CdpMessage): boolean {
    const { sessionId = '', method, id = 0 } = message;
    if (id <= firstId) return this.#takeAnswer(id);
    if (method === 'Target.attachedToTarget') this.#attached(message);
    if (method === 'Target.detachedFromTarget') this.#detached(message);
    // A new document has new scripts.
    if (method === 'Runtime.executionContextsCleared') this.#writers.delete(sessionId);
    const context = contextOf(message);
    return context === undefined || this.#isWithinLimit(sessionId, context);
  }

  #isWithinLimit(session: string, context: number): boolean {
    const page = this.#pageOf(session);
    const lines = this.#lines.get(page) ?? new LineWindow();
    this.#lines.set(page, lines);
    const writer = this.#writers.get(session) ?? new WriterState();
    this.#writers.set(session, writer);
    this.#startWindow(page, lines);
    lines.count += 1;
    if (lines.count <= maxLines) return true;
    if (lines.count === maxLines + 1) this.#handleFlood(session, lines, context);
    else if (!writer.requested.has(context)) this.#silence(session, context);
    this.#terminateIfStuck(session, writer, context);
    return false;
  }

  #pageOf(session: string): string {
    return this.#parents.get(session) ?? session;
  }

  #startWindow(page: string, lines: LineWindow): void {
    const now = this.#options.now();
    if (now - lines.since < windowMs) return;
    const flooding = lines.count > maxLines ? [...this.#writers.keys()] : [];
    // Otherwise the page would keep the lines for each client that enabled the console.
    for (const session of flooding.filter((each) => this.#pageOf(each) === page))
      this.#send(session, 'Runtime.releaseObjectGroup', { objectGroup: 'console' });
    Object.assign(lines, { since: now, count: 0 });
  }

  #terminateIfStuck(session: string, writer: WriterState, context: number): void {
    const requested = writer.requested.get(context);
    const waits = requested !== undefined && !writer.silenced.has(context);
    if (!waits || writer.terminatedRequest === requested || this.#options.now() - requested < silencingTimeoutMs)
      return;
    writer.terminatedRequest = requested;
    this.#send(session, 'Runtime.terminateExecution');
  }

  #handleFlood(session: string, lines: LineWindow, context: number): void {
    const now = this.#options.now();
    lines.floodsInRow = now - lines.floodedAt < 2 * windowMs ? lines.floodsInRow + 1 : 1;
    lines.floodedAt = now;
    const writer = this.#writers.get(session);
    const requested = writer?.requested.get(context);
    const silenced = writer?.silenced.get(context);
    const evades = silenced !== undefined && now - silenced < 2 * windowMs;
    const waitsMs = requested !== undefined && silenced === undefined ? now - requested : undefined;
    if (evades || lines.floodsInRow > maxFloodsInRow || (waitsMs ?? 0) > maxSilencingMs) this.#closePage(session);
    else if (waitsMs === undefined) this.#silence(session, context);
  }

  #silence(session: string, contextId: number): void {
    const writer = this.#writers.get(session);
    if (!writer || this.#ending.has(this.#pageOf(session))) return;
    const { journal } = this.#options.state;
    writer.requested.set(contextId, this.#options.now());
    writer.silenced.delete(contextId);
    const expression = `(${silenceConsole})(${silentMs})`;
    this.#send(session, 'Runtime.evaluate', { expression, contextId }, () =>
      writer.silenced.set(contextId, this.#options.now()),
    );
    journal.note(
      `The page wrote more than ${maxLines} console lines in ${windowMs / 1000} s. Its console is silent for ${silentMs / 1000} s.`,
    );
  }

  #closePage(session: string): void {
    const page = this.#pageOf(session);
    if (this.#ending.has(page)) return;
    this.#ending.add(page);
    this.#send(undefined, 'Target.closeTarget', { targetId: this.#targets.get(page) });
  }

  #send(sessionId: string | undefined, method: string, params: object = {}, answered?: () => void): void {
    this.#lastId -= 1;
    if (answered) this.#answers.set(this.#lastId, answered);
    this.#options.send({ id: this.#lastId, sessionId, method, params });
  }

  #takeAnswer(id: number): false {
    this.#answers.get(id)?.();
    this.#answers.delete(id);
    return false;
  }

  #attached({ sessionId, params }: CdpMessage): void {
    const { sessionId: child, targetInfo } = params as Protocol.Target.AttachedToTargetEvent;
    this.#targets.set(child, targetInfo.targetId);
    if (sessionId !== undefined) this.#parents.set(child, this.#pageOf(sessionId));
  }

  #detached({ params }: CdpMessage): void {
    const { state } = this.#options;
    const { sessionId } = params as Protocol.Target.DetachedFromTargetEvent;
    if (this.#ending.delete(sessionId)) state.pageEnded('The page kept flooding its console and was closed.');
    this.#parents.delete(sessionId);
    this.#targets.delete(sessionId);
    this.#writers.delete(sessionId);
    this.#lines.delete(sessionId);
  }
}
