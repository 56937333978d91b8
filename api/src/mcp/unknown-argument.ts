import { maxShown, suggestionFor } from '../near-names.js';

/** Says which argument the model may have meant: `full` for `fullPage`. */
export const unknownArgument = (name: string, names: readonly string[]): string =>
  `The argument \`${name.slice(0, maxShown)}\` is unknown.${suggestionFor(name, names)} The arguments are ${names.join(', ')}.`;
