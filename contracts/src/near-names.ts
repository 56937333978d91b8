/** The Levenshtein distance: the least number of inserted, deleted and replaced letters. */
const editsBetween = (one: string, other: string): number => {
  let previousRow = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const row = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previousRow[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      row.push(Math.min(replaced, (previousRow[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
    previousRow = row;
  }
  return previousRow[other.length] ?? 0;
};

/** Allows one wrong letter; two in a name of more than four letters. */
const isMisspelling = (name: string, known: string): boolean => editsBetween(name, known) <= (name.length > 4 ? 2 : 1);

const isNear = (name: string, known: string): boolean => {
  const [lowerName, lowerKnown] = [name.toLowerCase(), known.toLowerCase()];
  if (lowerName.includes(lowerKnown) || (lowerName.length > 1 && lowerKnown.includes(lowerName))) return true;
  return isMisspelling(lowerName, lowerKnown);
};

/** The words of a name in lower case. `fullpage` counts as `full` and `page`, without a capital letter between them. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[a-z])page$/, 'Page')
    .match(/[A-Z]?[a-z0-9]+|[A-Z]+/g)
    ?.map((word) => word.toLowerCase()) ?? [];

/** Whether a name misspells the known one, or begins with its words. `fullPage` and `full_page` begin with `full`. */
export const isVariant = (name: string, known: string): boolean => {
  const words = wordsOf(name);
  return (
    isMisspelling(name.toLowerCase(), known.toLowerCase()) ||
    wordsOf(known).every((word, index) => words[index] === word)
  );
};

const maxShownLength = 64;
const maxSuggestions = 3;

/** The first 64 characters of a name from a client, for a message. */
export const shownName = (name: string): string => name.slice(0, maxShownLength);

/**
 * Returns " Did you mean `full`?" for `fullPage`. Suggests up to three of the known names, the nearest first. Empty if none
 * is similar.
 */
export const didYouMean = (name: string, knownNames: readonly string[], isSimilar = isNear): string => {
  const editsTo = (known: string) => editsBetween(shownName(name).toLowerCase(), known.toLowerCase());
  const near = knownNames
    .filter((known) => isSimilar(shownName(name), known))
    .sort((one, other) => editsTo(one) - editsTo(other))
    .slice(0, maxSuggestions);
  return near.length > 0 ? ` Did you mean ${near.map((known) => `\`${known}\``).join(' or ')}?` : '';
};
