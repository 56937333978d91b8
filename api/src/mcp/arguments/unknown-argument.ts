import { didYouMean, shownName } from '@tintype/contracts';

/** Says which argument the model may have meant: `full` for `fullPage`. */
export const unknownArgument = (name: string, names: readonly string[]): string =>
  `The argument \`${shownName(name)}\` is unknown.${didYouMean(name, names)} The arguments are ${names.join(', ')}.`;
