import type { LiveMessage } from '@tintype/contracts';
import { piecesOf } from './pieces.js';
import { modifiersOf } from './pointer.js';

type KeyMessage = Extract<LiveMessage, { type: 'key' }>;

const maxPasteLength = 200_000;

const tooLong = (length: number) =>
  `Nothing was pasted: the text has ${length.toLocaleString()} characters, and ${maxPasteLength.toLocaleString()} fit.`;

/** Stands in the field, so that a phone's keyboard has something to delete. */
const filler = '\u200B';

const modifier = { alt: 1, control: 2, meta: 4 } as const;
const isMac = /mac|iphone|ipad/i.test(navigator.platform);

const isCharacter = (key: string) => [...key].length === 1;

/**
 * The modifiers to send. AltGr, and Option on a Mac, only choose the character, so they are left out. Command of a Mac
 * becomes Control, as the session's browser expects.
 */
const sessionModifiers = (event: KeyboardEvent): number => {
  const pressed = modifiersOf(event);
  const choosesCharacter = event.getModifierState('AltGraph') || (isMac && event.altKey);
  if (choosesCharacter && isCharacter(event.key)) return pressed & ~(modifier.alt | modifier.control);
  return isMac && event.metaKey ? (pressed & ~modifier.meta) | modifier.control : pressed;
};

const isPaste = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  ((ctrlKey || metaKey) && key.toLowerCase() === 'v') || (shiftKey && key === 'Insert');

/** Whether an input method or a phone's keyboard makes the text of this key. The field gets that text. */
const isComposed = ({ isComposing, key }: KeyboardEvent) =>
  isComposing || key === 'Process' || key === 'Unidentified' || key === 'Dead';

export interface KeyboardOptions {
  /** An invisible field. Input methods, the keyboards of phones and the clipboard need one. */
  field: HTMLTextAreaElement;
  /** Whether the session gets input now. */
  isOn: () => boolean;
  send: (message: LiveMessage) => void;
  /** F6 was pressed: the keyboard belongs to this page again. */
  leave: () => void;
  /** Says why input was refused. */
  notify: (text: string) => void;
}

export class KeyboardInput {
  readonly #options: KeyboardOptions;
  /** The `down` message of each pressed key, by its code. */
  readonly #held = new Map<string, KeyMessage>();

  constructor(options: KeyboardOptions) {
    this.#options = options;
    const { field } = options;
    field.addEventListener('keydown', (event) => this.#down(event));
    field.addEventListener('keyup', (event) => this.#up(event));
    field.addEventListener('blur', () => this.release());
    field.addEventListener('input', (event) => this.#input(event as InputEvent));
    field.addEventListener('compositionend', ({ data }) => this.#sendText(data));
    field.addEventListener('paste', (event) => this.#paste(event));
    this.#resetField();
  }

  /** Releases all pressed keys: their `keyup` events may never come here. */
  release(): void {
    for (const held of this.#held.values()) this.#options.send({ ...held, event: 'up', modifiers: 0 });
    this.#held.clear();
  }

  #down(event: KeyboardEvent): void {
    if (event.key === 'F6') this.#leave(event);
    else if (this.#isForSession(event)) this.#press(event);
  }

  #leave(event: KeyboardEvent): void {
    event.preventDefault();
    this.#options.leave();
  }

  #isForSession(event: KeyboardEvent): boolean {
    if (!this.#options.isOn() || isComposed(event) || isPaste(event) || (isMac && event.key === 'Meta')) return false;
    return true;
  }

  #press(event: KeyboardEvent): void {
    event.preventDefault();
    const message = this.#message(event, 'down');
    this.#options.send(message);
    // A Mac reports no `keyup` of other keys while Command is pressed.
    if (isMac && event.metaKey) this.#options.send({ ...message, event: 'up' });
    else this.#held.set(event.code, message);
  }

  #up(event: KeyboardEvent): void {
    if (!this.#held.delete(event.code)) return;
    event.preventDefault();
    this.#options.send(this.#message(event, 'up'));
  }

  #message(event: KeyboardEvent, phase: KeyMessage['event']): KeyMessage {
    const { key, code, repeat } = event;
    return { type: 'key', event: phase, key: key.slice(0, 32), code, modifiers: sessionModifiers(event), repeat };
  }

  #input({ isComposing, inputType }: InputEvent): void {
    if (isComposing) return;
    const typed = this.#options.field.value.replaceAll(filler, '');
    this.#resetField();
    if (inputType === 'deleteContentBackward') this.#pressAndRelease('Backspace');
    else if (inputType === 'insertLineBreak') this.#pressAndRelease('Enter');
    // Ignore composition text here: `compositionend` has sent it.
    else if (inputType !== 'insertCompositionText') this.#sendText(typed);
  }

  #pressAndRelease(key: string): void {
    const message = { type: 'key', key, code: key, modifiers: 0, repeat: false } as const;
    if (!this.#options.isOn()) return;
    this.#options.send({ ...message, event: 'down' });
    this.#options.send({ ...message, event: 'up' });
  }

  #sendText(text: string): void {
    this.#resetField();
    if (!this.#options.isOn()) return;
    for (const piece of piecesOf(text)) this.#options.send({ type: 'text', text: piece });
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    if (!this.#options.isOn()) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length > maxPasteLength) this.#options.notify(tooLong(text.length));
    else for (const piece of piecesOf(text)) this.#options.send({ type: 'paste', text: piece });
  }

  #resetField(): void {
    this.#options.field.value = filler;
  }
}
