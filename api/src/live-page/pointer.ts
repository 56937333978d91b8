import type { LiveMessage } from '@tintype/contracts';
import type { Position, Surface } from './surface.js';

export interface InputTarget {
  surface: Surface;
  /** Whether the session gets input now. */
  isOn: () => boolean;
  send: (message: LiveMessage) => void;
  /** Moves the focus to the invisible field, so that the session gets the keys. */
  focusField: () => void;
}

type PointerMessage = Extract<LiveMessage, { type: 'pointer' }>;

/** The pressed modifier keys, as the sum that the DevTools protocol uses. */
export const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent | TouchEvent): number =>
  Number(altKey) + 2 * Number(ctrlKey) + 4 * Number(metaKey) + 8 * Number(shiftKey);

const buttonNames = ['left', 'middle', 'right', 'back', 'forward'] as const;

const doubleClickMs = 500;
const doubleClickPixels = 5;
/** CSS pixels of a line. Some browsers count wheel steps in lines. */
const lineHeight = 16;

/** Counts clicks at one position in quick succession: two are a double click, three a triple click. */
class ClickCount {
  #last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, button: -1 };
  count = 0;

  down({ timeStamp, clientX, clientY, button }: PointerEvent): void {
    const { at, x, y, button: lastButton } = this.#last;
    const isNear = Math.hypot(clientX - x, clientY - y) <= doubleClickPixels;
    const isRepeated = isNear && button === lastButton && timeStamp - at <= doubleClickMs;
    this.count = isRepeated ? Math.min(3, this.count + 1) : 1;
    this.#last = { at: timeStamp, x: clientX, y: clientY, button };
  }
}

/** Sends input of mouse and pen. touch.ts sends input of fingers. */
export class PointerInput {
  readonly #target: InputTarget;
  readonly #clicks = new ClickCount();
  /** The `down` message of each pressed button, at the pointer's last position. */
  readonly #held = new Map<PointerMessage['button'], PointerMessage>();
  /** The last move, until it is sent. */
  #unsentMove: PointerMessage | undefined;

  constructor(target: InputTarget) {
    this.#target = target;
    const { canvas } = target.surface;
    const listen = <E extends 'pointermove' | 'pointerdown' | 'pointerup'>(
      event: E,
      call: (event: PointerEvent) => void,
    ) =>
      canvas.addEventListener(event, (each) => {
        if (each.pointerType !== 'touch' && target.isOn()) call(each);
      });
    listen('pointerdown', (event) => this.#down(event));
    listen('pointermove', (event) => this.#moved(event));
    listen('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', () => this.release());
    canvas.addEventListener('contextmenu', (event) => target.isOn() && event.preventDefault());
    canvas.addEventListener('wheel', (event) => target.isOn() && this.#wheel(event), { passive: false });
  }

  /** Releases all pressed buttons: their `pointerup` events may never come here. */
  release(): void {
    this.#flush();
    for (const held of this.#held.values()) this.#target.send({ ...held, event: 'up', buttons: 0 });
    this.#held.clear();
  }

  #down(event: PointerEvent): void {
    event.preventDefault();
    this.#target.surface.canvas.setPointerCapture(event.pointerId);
    this.#target.focusField();
    this.#clicks.down(event);
    this.#flush();
    const message = this.#message(event, 'down');
    this.#held.set(message.button, message);
    this.#target.send(message);
  }

  #up(event: PointerEvent): void {
    this.#flush();
    const message = this.#message(event, 'up');
    this.#held.delete(message.button);
    this.#target.send(message);
  }

  /** Sends at most one move per animation frame of this page. */
  #moved(event: PointerEvent): void {
    const isScheduled = this.#unsentMove !== undefined;
    this.#unsentMove = this.#message(event, 'move');
    const { x, y } = this.#unsentMove;
    // `release` then releases the buttons at the pointer's last position.
    for (const [button, held] of this.#held) this.#held.set(button, { ...held, x, y });
    if (!isScheduled) requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    if (this.#unsentMove) this.#target.send(this.#unsentMove);
    this.#unsentMove = undefined;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const pageHeight = this.#target.surface.canvas.clientHeight;
    const unit = [1, lineHeight, pageHeight][event.deltaMode] ?? 1;
    const delta = (amount: number) => Math.max(-10_000, Math.min(10_000, amount * unit));
    const position = this.#target.surface.positionOf(event);
    const deltas = { deltaX: delta(event.deltaX), deltaY: delta(event.deltaY) };
    this.#target.send({ type: 'wheel', ...position, ...deltas, modifiers: modifiersOf(event) });
  }

  #message(event: PointerEvent, phase: PointerMessage['event']): PointerMessage {
    const position: Position = this.#target.surface.positionOf(event);
    const button = phase === 'move' ? 'none' : (buttonNames[event.button] ?? 'none');
    const clickCount = phase === 'move' ? 0 : this.#clicks.count;
    const { buttons } = event;
    return { type: 'pointer', event: phase, ...position, button, buttons, clickCount, modifiers: modifiersOf(event) };
  }
}
