/** An object of JSON-LD. */
export type Thing = Readonly<Record<string, unknown>>;

/** All things in order with their types, and those with an id. */
interface Things {
  all: readonly { thing: Thing; type: string }[];
  byId: ReadonlyMap<unknown, Thing>;
}

/** References multiply: limits of things, of values per step of a path, and of a text's length. */
const limits = { things: 1000, values: 20, letters: 10_000, typeLetters: 200 };

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

/** A thing's types without their vocabulary's URL, joined by spaces: `NewsArticle`. */
const typeOf = (thing: Thing): string =>
  listOf(thing['@type'])
    .slice(0, limits.values)
    .map((type) => (typeof type === 'string' ? type.slice(-limits.typeLetters).replace(/^.*[/#:]/, '') : ''))
    .join(' ');

/** Parses JSON-LD scripts, graphs included. Ignores invalid JSON. */
export const readThings = (scripts: readonly string[]): Things => {
  const top = scripts.flatMap((script) => listOf(parse(script))).filter(isThing);
  const things = top.flatMap((thing) => [thing, ...listOf(thing['@graph']).filter(isThing)]).slice(0, limits.things);
  const described = things.filter((thing) => !isReference(thing));
  return {
    all: things.map((thing) => ({ thing, type: typeOf(thing) })),
    byId: new Map(described.map((thing) => [thing['@id'], thing])),
  };
};

/** The texts at a path below each thing whose type matches. Ignores other values. */
export const textsAt = ({ all, byId }: Things, type: RegExp, path: readonly string[]): string[] => {
  const resolve = (value: unknown) => (isThing(value) && isReference(value) ? byId.get(value['@id']) : value);
  const start = all.filter((each) => type.test(each.type)).map(({ thing }) => thing);
  const end = path.reduce<readonly unknown[]>(
    (values, name) =>
      values
        .filter(isThing)
        .slice(0, limits.values)
        .flatMap((thing) => listOf(thing[name]).slice(0, limits.values).map(resolve)),
    start,
  );
  return end.filter((value) => typeof value === 'string').map((text) => text.slice(0, limits.letters));
};
