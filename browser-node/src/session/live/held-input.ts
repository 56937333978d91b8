import type { ControlMessage } from './input-command.js';

type Pointer = Extract<ControlMessage, { type: 'pointer' }>;
type Key = Extract<ControlMessage, { type: 'key' }>;

/** Buttons, keys and fingers that a viewer holds. One who leaves must not leave them pressed. */
export class HeldInput {
  readonly #buttons = new Map<string, Pointer>();
  readonly #keys = new Map<string, Key>();
  #isTouching = false;

  add(message: ControlMessage): void {
    if (message.type === 'pointer') this.#pointer(message);
    else if (message.type === 'key') this.#key(message);
    else if (message.type === 'touch') this.#isTouching = message.points.length > 0;
  }

  /** The messages that release all of it. */
  release(): ControlMessage[] {
    const buttons = [...this.#buttons.values()].map((held): Pointer => ({ ...held, event: 'up', buttons: 0 }));
    const keys = [...this.#keys.values()].map((held): Key => ({ ...held, event: 'up', modifiers: 0, repeat: false }));
    const touches: ControlMessage[] = this.#isTouching
      ? [{ type: 'touch', event: 'cancel', points: [], modifiers: 0 }]
      : [];
    this.#buttons.clear();
    this.#keys.clear();
    this.#isTouching = false;
    return [...buttons, ...keys, ...touches];
  }

  #pointer(message: Pointer): void {
    const { event, button } = message;
    if (event === 'down') this.#buttons.set(button, message);
    else if (event === 'up') this.#buttons.delete(button);
    // Released where the pointer is then.
    for (const [held, down] of this.#buttons) this.#buttons.set(held, { ...down, x: message.x, y: message.y });
  }

  #key(message: Key): void {
    const place = message.code || message.key;
    if (message.event === 'down') this.#keys.set(place, message);
    else this.#keys.delete(place);
  }
}
