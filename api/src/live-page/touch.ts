import type { LiveMessage } from '@tintype/contracts';
import { type InputTarget, modifiersOf } from './pointer.js';

/** A finger that moves fewer CSS pixels than this taps. */
const tapPixels = 8;

type TouchPhase = Extract<LiveMessage, { type: 'touch' }>['event'];

const phases = { touchstart: 'start', touchmove: 'move', touchend: 'end', touchcancel: 'cancel' } as const;

interface Finger {
  x: number;
  y: number;
  hasMoved: boolean;
}

/** The fingers that a message of this phase names, at most ten. A move leaves out fingers beside the picture. */
const fingersOf = ({ targetTouches, changedTouches }: TouchEvent, phase: TouchPhase): Touch[] =>
  phase === 'cancel' ? [] : [...(phase === 'move' ? targetTouches : changedTouches)].slice(0, 10);

/**
 * Sends input of fingers. A page that emulates a phone gets the fingers themselves. On other pages a tap clicks, and a
 * drag scrolls. Two fingers then zoom the live page itself.
 */
export class TouchInput {
  readonly #target: InputTarget;
  /** Whether the session's page takes touch. */
  readonly #isPhone: () => boolean;
  /** The finger that may tap or scroll. */
  #finger: Finger | undefined;
  /** Whether a finger touches the session's page. */
  #isHeld = false;

  constructor(target: InputTarget, isPhone: () => boolean) {
    this.#target = target;
    this.#isPhone = isPhone;
    for (const [event, phase] of Object.entries(phases))
      target.surface.canvas.addEventListener(
        event as keyof typeof phases,
        (each) => {
          if (target.isOn()) this.#handle(each, phase);
        },
        { passive: false },
      );
  }

  /** Lifts the fingers off the session's page: their `touchend` events may never come here. */
  release(): void {
    if (this.#isHeld) this.#target.send({ type: 'touch', event: 'cancel', points: [], modifiers: 0 });
    this.#isHeld = false;
  }

  #handle(event: TouchEvent, phase: TouchPhase): void {
    if (this.#isPhone()) {
      event.preventDefault();
      this.#forward(event, phase);
    } else if (event.touches.length > 1) {
      // Two fingers zoom the live page, so they neither tap nor scroll in the session's page.
      this.#finger = undefined;
    } else {
      // Prevents the browser's own click after a tap. Doing so at `touchstart` would also prevent zooming.
      if (phase === 'end' && event.cancelable) event.preventDefault();
      this.#asMouse(event, phase);
    }
  }

  #forward(event: TouchEvent, phase: TouchPhase): void {
    const points = fingersOf(event, phase).map((touch) => ({
      // Messages take ids from 0 to 1,000. Those of browsers may be larger or negative.
      id: Math.abs(touch.identifier) % 1000,
      ...this.#target.surface.positionOf(touch),
    }));
    this.#isHeld = event.targetTouches.length > 0;
    this.#target.send({ type: 'touch', event: phase, points, modifiers: modifiersOf(event) });
  }

  #asMouse(event: TouchEvent, phase: TouchPhase): void {
    const touch = event.changedTouches[0];
    if (!touch) return;
    const { clientX: x, clientY: y } = touch;
    if (phase === 'start') this.#finger = { x, y, hasMoved: false };
    else if (phase === 'move') this.#scroll(touch);
    else {
      if (phase === 'end' && this.#finger && !this.#finger.hasMoved) this.#tap(touch);
      this.#finger = undefined;
    }
  }

  #scroll(touch: Touch): void {
    const finger = this.#finger;
    if (!finger) return;
    const [deltaX, deltaY] = [finger.x - touch.clientX, finger.y - touch.clientY];
    if (!finger.hasMoved && Math.hypot(deltaX, deltaY) < tapPixels) return;
    const position = this.#target.surface.positionOf({ clientX: finger.x, clientY: finger.y });
    this.#finger = { x: touch.clientX, y: touch.clientY, hasMoved: true };
    // The session's page scrolls as far as the finger moves.
    const { pageScale } = this.#target.surface;
    this.#target.send({
      type: 'wheel',
      ...position,
      deltaX: deltaX * pageScale,
      deltaY: deltaY * pageScale,
      modifiers: 0,
    });
  }

  #tap(touch: Touch): void {
    const position = this.#target.surface.positionOf(touch);
    const pointer = { type: 'pointer', ...position, modifiers: 0 } as const;
    this.#target.send({ ...pointer, event: 'move', button: 'none', buttons: 0, clickCount: 0 });
    this.#target.send({ ...pointer, event: 'down', button: 'left', buttons: 1, clickCount: 1 });
    this.#target.send({ ...pointer, event: 'up', button: 'left', buttons: 0, clickCount: 1 });
    this.#target.focusField();
  }
}
