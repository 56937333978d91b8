/** A thing that a page describes: an object of JSON-LD. */
export type Thing = Readonly<Record<string, unknown>>;

/** The things of a page with their types, in order, and those that can be referred to by their id. */
export interface Things {
  all: readonly { thing: Thing; type: string }[];
  byId: ReadonlyMap<unknown, Thing>;
}

/**
 * So many things, and so many values of each step of a path, are looked at: references multiply. Texts are cut after so
 * many letters.
 */
const most = { things: 1000, values: 20, letters: 10_000, typeLetters: 200 };

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isReference = (thing: Thing) => thing['@id'] !== undefined && Object.keys(thing).length === 1;

/** The type of a thing, several joined by spaces: `NewsArticle`, without the vocabulary's address. */
const typeOf = (thing: Thing): string =>
  listOf(thing['@type'])
    .slice(0, most.values)
    .map((type) => (typeof type === 'string' ? type.slice(-most.typeLetters).replace(/^.*[/#:]/, '') : ''))
    .join(' ');

/** The things that scripts of JSON-LD describe, those of their graphs too. What is not JSON says nothing. */
export const readThings = (scripts: readonly string[]): Things => {
  const top = scripts.flatMap((script) => listOf(parse(script))).filter(isThing);
  const things = top.flatMap((thing) => [thing, ...listOf(thing['@graph']).filter(isThing)]).slice(0, most.things);
  const described = things.filter((thing) => !isReference(thing));
  return {
    all: things.map((thing) => ({ thing, type: typeOf(thing) })),
    byId: new Map(described.map((thing) => [thing['@id'], thing])),
  };
};

/** The texts at a path of names, below every thing whose type matches; what is no text there says nothing. */
export const textsAt = ({ all, byId }: Things, type: RegExp, path: readonly string[]): string[] => {
  const resolve = (value: unknown) => (isThing(value) && isReference(value) ? byId.get(value['@id']) : value);
  const start = all.filter((each) => type.test(each.type)).map(({ thing }) => thing);
  const end = path.reduce<readonly unknown[]>(
    (values, name) =>
      values
        .filter(isThing)
        .slice(0, most.values)
        .flatMap((thing) => listOf(thing[name]).slice(0, most.values).map(resolve)),
    start,
  );
  return end.filter((value) => typeof value === 'string').map((text) => text.slice(0, most.letters));
};
