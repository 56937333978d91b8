import type { ControlMessage } from './input-command.js';

type Pointer = Extract<ControlMessage, { type: 'pointer' }>;
type Key = Extract<ControlMessage, { type: 'key' }>;

const released = (held: Key): Key => ({ ...held, event: 'up', modifiers: 0, repeat: false });

/** No person holds more; a page that misses ends of keys must not fill the memory. */
const keysMax = 32;

/** Buttons, keys and fingers that a viewer holds. One who leaves must not leave them pressed. */
export class HeldInput {
  readonly #buttons = new Map<string, Pointer>();
  readonly #keys = new Map<string, Key>();
  #isTouching = false;

  /** Answers the messages that release the oldest key beyond 32. */
  add(message: ControlMessage): ControlMessage[] {
    if (message.type === 'key') return this.#key(message);
    if (message.type === 'pointer') this.#pointer(message);
    else if (message.type === 'touch') this.#isTouching = message.points.length > 0;
    return [];
  }

  /** The messages that release all of it. */
  release(): ControlMessage[] {
    const buttons = [...this.#buttons.values()].map((held): Pointer => ({ ...held, event: 'up', buttons: 0 }));
    const keys = [...this.#keys.values()].map(released);
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

  #key(message: Key): Key[] {
    const place = message.code || message.key;
    this.#keys.delete(place);
    if (message.event === 'up') return [];
    this.#keys.set(place, message);
    const [oldest] = this.#keys;
    if (this.#keys.size <= keysMax || !oldest) return [];
    this.#keys.delete(oldest[0]);
    return [released(oldest[1])];
  }
}
