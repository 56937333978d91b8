import { didYouMean, shownName } from '@tintype/contracts';

/** The message about an unknown argument. It names the one that the model may have meant: `full` for `fullPage`. */
export const unknownArgument = (name: string, names: readonly string[]): string =>
  `The argument \`${shownName(name)}\` is unknown.${didYouMean(name, names)} The arguments are ${names.join(', ')}.`;
