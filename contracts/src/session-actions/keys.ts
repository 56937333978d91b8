const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const letters = between(65, 90).map((code) => String.fromCharCode(code));

/**
 * Keys by their names, and by where they lie on a keyboard of the United States.
 * https://www.w3.org/TR/uievents-code/
 */
const named = [
  ...['Escape', 'Backspace', 'Tab', 'CapsLock', 'Enter', 'Space', 'ContextMenu', 'AltGraph'],
  ...between(1, 12).map((each) => `F${each}`),
  ...['Shift', 'Control', 'Alt', 'Meta'].flatMap((name) => [name, `${name}Left`, `${name}Right`]),
  'ControlOrMeta',
  ...['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Insert', 'Delete'],
  ...['PrintScreen', 'ScrollLock', 'Pause', 'NumLock'],
  ...letters.map((letter) => `Key${letter}`),
  ...between(0, 9).flatMap((digit) => [`Digit${digit}`, `Numpad${digit}`]),
  ...['Divide', 'Multiply', 'Subtract', 'Add', 'Decimal', 'Enter'].map((name) => `Numpad${name}`),
  ...['Backquote', 'Minus', 'Equal', 'Backslash', 'BracketLeft', 'BracketRight'],
  ...['Semicolon', 'Quote', 'Comma', 'Period', 'Slash'],
  ...['AudioVolumeMute', 'AudioVolumeDown', 'AudioVolumeUp', 'MediaTrackNext', 'MediaTrackPrevious', 'MediaPlayPause'],
];

/** All that can be pressed: these, a letter, digit or sign of that keyboard, and a line break for Enter. */
export const actionKeys: ReadonlySet<string> = new Set([
  ...named,
  ...between(32, 126).map((code) => String.fromCharCode(code)),
  ...['\n', '\r'],
]);

/** Keys that are pressed together stand with a plus between them; a plus that follows one, or comes first, is a key. */
const together = (combination: string): string[] => {
  const found = [''];
  for (const character of combination) {
    if (character === '+' && found.at(-1)) found.push('');
    else found.push(`${found.pop()}${character}`);
  }
  return found;
};

/** The first of those in a combination that no keyboard has; undefined where it has all of them. */
export const unknownKey = (combination: string): string | undefined =>
  together(combination).find((key) => !actionKeys.has(key));
