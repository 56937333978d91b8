import type { ControlMessage } from './input-command.js';

type Pointer = Extract<ControlMessage, { type: 'pointer' }>;
type Key = Extract<ControlMessage, { type: 'key' }>;
type Touch = Extract<ControlMessage, { type: 'touch' }>;

const released = (held: Key): Key => ({ ...held, event: 'up', modifiers: 0, repeat: false });

/** No person holds more keys. A viewer that misses key releases must not fill the memory. */
const keysMax = 32;

/** Buttons, keys and fingers that a viewer holds. A viewer who leaves must not leave them pressed. */
export class HeldInput {
  readonly #buttons = new Map<string, Pointer>();
  readonly #keys = new Map<string, Key>();
  readonly #fingers = new Set<number>();

  /** Returns the messages that release the oldest key beyond 32. */
  add(message: ControlMessage): ControlMessage[] {
    if (message.type === 'key') return this.#key(message);
    if (message.type === 'pointer') this.#pointer(message);
    else if (message.type === 'touch') this.#touch(message);
    return [];
  }

  /** The messages that release everything. */
  release(): ControlMessage[] {
    const buttons = [...this.#buttons.values()].map((held): Pointer => ({ ...held, event: 'up', buttons: 0 }));
    const keys = [...this.#keys.values()].map(released);
    const touches: ControlMessage[] =
      this.#fingers.size > 0 ? [{ type: 'touch', event: 'cancel', points: [], modifiers: 0 }] : [];
    this.#buttons.clear();
    this.#keys.clear();
    this.#fingers.clear();
    return [...buttons, ...keys, ...touches];
  }

  #pointer(message: Pointer): void {
    const { event, button } = message;
    if (event === 'down') this.#buttons.set(button, message);
    else if (event === 'up') this.#buttons.delete(button);
    // A button is released where the pointer is at that time.
    for (const [held, down] of this.#buttons) this.#buttons.set(held, { ...down, x: message.x, y: message.y });
  }

  #touch({ event, points }: Touch): void {
    // An end without fingers ends all of them.
    if (points.length === 0) this.#fingers.clear();
    for (const { id } of points) {
      if (event === 'start') this.#fingers.add(id);
      else if (event === 'end') this.#fingers.delete(id);
    }
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
