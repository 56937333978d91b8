/** Virtual key codes of Windows, which pages know as `keyCode`. */
const codesByKey: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Clear: 12,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  PrintScreen: 44,
  Insert: 45,
  Delete: 46,
  Meta: 91,
  ContextMenu: 93,
  NumLock: 144,
  ScrollLock: 145,
  AltGraph: 225,
};

/** Codes by a key's place on the keyboard, for other characters. */
const codesByPlace: Record<string, number> = {
  Semicolon: 186,
  Equal: 187,
  Comma: 188,
  Minus: 189,
  Period: 190,
  Slash: 191,
  Backquote: 192,
  BracketLeft: 219,
  Backslash: 220,
  BracketRight: 221,
  Quote: 222,
  IntlBackslash: 226,
  NumpadMultiply: 106,
  NumpadAdd: 107,
  NumpadSubtract: 109,
  NumpadDecimal: 110,
  NumpadDivide: 111,
};

const functionKeyCode = (key: string) => {
  const [, number] = /^F([1-9]|1\d|2[0-4])$/.exec(key) ?? [];
  return number === undefined ? undefined : 111 + Number(number);
};

/** The letter decides, not its place: on a German keyboard Z lies at `KeyY`. */
const characterCode = (key: string) => (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : undefined);

/** For digits with Shift, and letters of other scripts. */
const placeCode = (code: string) => {
  const [, character] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  return character?.charCodeAt(0);
};

/** Numpad0 to Numpad9. */
const numpadCode = (code: string) => {
  const [, digit] = /^Numpad(\d)$/.exec(code) ?? [];
  return digit === undefined ? undefined : 96 + Number(digit);
};

/** 0 for an unknown key. Some pages take that as text of an input method. */
export const virtualKeyCode = (key: string, code: string): number =>
  codesByKey[key] ??
  functionKeyCode(key) ??
  numpadCode(code) ??
  characterCode(key) ??
  codesByPlace[code] ??
  placeCode(code) ??
  0;

/** A key with Alt, Control or Meta is a command and types no text. */
const commandModifiers = 1 | 2 | 4;

/** The text that the key types: its own character, for every layout of the keyboard. Undefined for a key without one. */
export const textOf = (key: string, modifiers: number): string | undefined => {
  if (key === 'Enter') return '\r';
  const isCharacter = [...key].length === 1;
  return isCharacter && (modifiers & commandModifiers) === 0 ? key : undefined;
};
