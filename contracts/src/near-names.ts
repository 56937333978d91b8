/** Levenshtein's distance. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [at, otherLetter] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

const isMisspelt = (a: string, b: string): boolean => editsBetween(a, b) <= (a.length > 4 ? 2 : 1);

const isNear = (one: string, other: string): boolean => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a.includes(b) || (a.length > 1 && b.includes(a))) return true;
  return isMisspelt(a, b);
};

/** The words of a name in lower case. `fullpage` counts as two, although nothing in it separates them. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[a-z])page$/, 'Page')
    .match(/[A-Z]?[a-z0-9]+|[A-Z]+/g)
    ?.map((word) => word.toLowerCase()) ?? [];

/** Whether a name is the known one misspelt, or begins with its words. `fullPage` and `full_page` begin with `full`. */
export const isVariant = (name: string, known: string): boolean => {
  const words = wordsOf(name);
  return isMisspelt(name.toLowerCase(), known.toLowerCase()) || wordsOf(known).every((word, at) => words[at] === word);
};

const maxShown = 64;
const maxSuggestions = 3;

/** The beginning of a name that a client made up. */
export const shownName = (name: string): string => name.slice(0, maxShown);

/** " Did you mean `full`?" for `fullPage`; the nearest first, empty without a similar name. */
export const didYouMean = (name: string, names: readonly string[], isLike = isNear): string => {
  const editsTo = (other: string) => editsBetween(shownName(name).toLowerCase(), other.toLowerCase());
  const near = names
    .filter((each) => isLike(shownName(name), each))
    .sort((one, other) => editsTo(one) - editsTo(other))
    .slice(0, maxSuggestions);
  return near.length > 0 ? ` Did you mean ${near.map((each) => `\`${each}\``).join(' or ')}?` : '';
};
