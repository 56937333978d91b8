import { z } from 'zod';
import { limits } from '../limits.js';
import { clamped, flag, nothing, text, withElement, withElementOrNone } from './fields.js';

const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const letters = between(65, 90).map((code) => String.fromCharCode(code));

/**
 * The codes of https://www.w3.org/TR/uievents-code/ that actions take. `Shift`, `Control`, `Alt`, `Meta`,
 * `AltGraph` and `ControlOrMeta` are Playwright's names.
 */
const namedKeys = [
  ...['Escape', 'Backspace', 'Tab', 'CapsLock', 'Enter', 'Space', 'ContextMenu', 'AltGraph'],
  ...between(1, 12).map((number) => `F${number}`),
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

/** All valid keys: the named keys, each printable ASCII character, and the two line breaks, which press Enter. */
export const actionKeys: ReadonlySet<string> = new Set([
  ...namedKeys,
  ...between(32, 126).map((code) => String.fromCharCode(code)),
  ...['\n', '\r'],
]);

/** Splits a combination at plus signs. A plus that is first or follows a plus is a key. */
const keysIn = (combination: string): string[] => {
  const keys = [''];
  for (const character of combination) {
    if (character === '+' && keys.at(-1)) keys.push('');
    else keys.push(`${keys.pop()}${character}`);
  }
  return keys;
};

const firstUnknownKey = (combination: string): string | undefined =>
  keysIn(combination).find((key) => !actionKeys.has(key));

const delayMs = () => clamped(0, limits.typingDelayMs, 'Milliseconds between two keys; 0 by default.').default(0);

const textToType = () => text().meta({ description: 'Text to type.' });

const unknownKeySentence = (name: string) =>
  `The key ${JSON.stringify(name)} does not exist. Use Enter, Escape, ArrowDown, a, Control+A or similar; \`type_text\` types any other character.`;

const key = () =>
  text(50)
    .refine((combination) => combination !== '', { error: 'takes a key, such as Enter or Control+A', abort: true })
    .superRefine((combination, context) => {
      const name = firstUnknownKey(combination);
      if (name !== undefined) context.addIssue({ code: 'custom', message: unknownKeySentence(name) });
    })
    .meta({ description: 'A key, or several at once: `Enter`, `Control+A`.' });

interface FillFields {
  value?: string | undefined;
  text?: string | undefined;
}

const fillText = ({ value, text }: FillFields) => value ?? text;

interface SelectFields {
  value?: unknown;
  values?: unknown;
  label?: unknown;
}

const isOneChoice = ({ value, values, label }: SelectFields) =>
  [value, values, label].filter((each) => each !== undefined).length === 1;

export const keyboardActions = {
  type: {
    summary: 'Types into an element, key by key.',
    payload: withElement({
      text: textToType(),
      delayMs: delayMs(),
      clear: flag('Empty the field first.').default(false),
    }),
    answer: z.object({ matched: z.boolean(), visible: z.boolean(), value: z.string() }),
  },
  type_text: {
    summary: 'Types into the focused element.',
    payload: z.object({ text: textToType(), delayMs: delayMs() }),
    answer: nothing,
  },
  fill: {
    summary: 'Sets the value of a field at once.',
    payload: withElement({
      value: text().optional().meta({ description: 'The new value.' }),
      text: text().optional().meta({ description: 'The same as `value`.' }),
    }).refine((payload) => fillText(payload) !== undefined, { error: 'takes text', path: ['value'] }),
    answer: z.object({ matched: z.boolean(), value: z.string() }),
  },
  select: {
    summary: 'Selects options of a select element.',
    payload: withElement({
      value: text().optional().meta({ description: 'Value of the option to select.' }),
      values: z
        .array(text(), { error: 'takes a list of values' })
        .max(100, { error: 'takes up to 100 values' })
        .optional()
        .meta({ description: 'Values of several options.' }),
      label: text().optional().meta({ description: 'Text of the option to select.' }),
    }).refine(isOneChoice, { error: 'takes one of `value`, `values` and `label`' }),
    answer: z.object({ selected: z.array(z.string()) }),
  },
  check: {
    summary: 'Checks a checkbox or a radio button, or unchecks a checkbox.',
    payload: withElement({ checked: flag('false unchecks a checkbox.').default(true) }),
    answer: z.object({ checked: z.boolean() }),
  },
  press: {
    summary: 'Presses a key, or several at once.',
    payload: withElementOrNone({
      key: key(),
      count: clamped(1, limits.keyPresses, 'How often to press; 1 by default.').default(1),
    }),
    answer: nothing,
  },
};
