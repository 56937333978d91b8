import { ifInTime } from '@tintype/runtime';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { type ControlMessage, commandOf, type PageSize } from './input-command.js';

/** A page that hangs delays the rest of the line by at most this time. */
const pageMs = 500;
const waitingMax = 300;

type Merge<T extends ControlMessage['type']> = (
  last: Extract<ControlMessage, { type: T }>,
  next: Extract<ControlMessage, { type: T }>,
) => ControlMessage | undefined;

/** A new move replaces the waiting one, which is out of date. */
const mergePointers: Merge<'pointer'> = (last, next) => {
  const isSame = last.buttons === next.buttons && last.modifiers === next.modifiers;
  return isSame && last.event === 'move' && next.event === 'move' ? next : undefined;
};

const mergeTouches: Merge<'touch'> = (last, next) =>
  last.event === 'move' && next.event === 'move' ? next : undefined;

/** Turns of the wheel add up. */
const mergeWheels: Merge<'wheel'> = (last, next) =>
  last.modifiers === next.modifiers
    ? { ...next, deltaX: last.deltaX + next.deltaX, deltaY: last.deltaY + next.deltaY }
    : undefined;

const merged = (last: ControlMessage | undefined, next: ControlMessage): ControlMessage | undefined => {
  if (last?.type === 'pointer' && next.type === 'pointer') return mergePointers(last, next);
  if (last?.type === 'touch' && next.type === 'touch') return mergeTouches(last, next);
  return last?.type === 'wheel' && next.type === 'wheel' ? mergeWheels(last, next) : undefined;
};

/** The page that is shown, and its size. */
export interface InputPage {
  page: Pick<CdpSession, 'send'>;
  size: PageSize;
}

/** Input of all viewers, one after another: a key must not overtake the click before it. */
export class InputLine {
  readonly #page: () => InputPage | undefined;
  readonly #waiting: ControlMessage[] = [];
  #isBusy = false;

  /** Calls `page` for each message, so that the message reaches the page shown at that time. */
  constructor(page: () => InputPage | undefined) {
    this.#page = page;
  }

  /** False if 300 messages wait, because the page takes no input. */
  add(message: ControlMessage): boolean {
    const replacement = merged(this.#waiting.at(-1), message);
    if (replacement) this.#waiting.splice(-1, 1, replacement);
    else if (this.#waiting.length >= waitingMax) return false;
    else this.#waiting.push(message);
    this.#start();
    return true;
  }

  /**
   * Adds messages that release keys and buttons, even to a full line: nothing may stay pressed. There are few, since
   * each releases something that an accepted message pressed.
   */
  release(messages: readonly ControlMessage[]): void {
    this.#waiting.push(...messages);
    this.#start();
  }

  #start(): void {
    if (!this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const shown = this.#page();
      if (!shown) continue;
      const { method, params } = commandOf(next, shown.size);
      await ifInTime(shown.page.send(method, params as never), pageMs);
    }
    this.#isBusy = false;
  }
}
