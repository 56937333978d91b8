import { decodeHTMLStrict } from 'entities';
import { parseJsonLd } from './json-ld-text.js';

/** An object of JSON-LD. */
export type Thing = Readonly<Record<string, unknown>>;

/** The page's things with their types, and all that have an id. */
interface Things {
  all: readonly { thing: Thing; type: string }[];
  byId: ReadonlyMap<unknown, Thing>;
}

/** References multiply the work. */
const limits = {
  things: 1000,
  /** Values of all depths that are searched for an `@id`. */
  nested: 20_000,
  /** Values of one step of a path. */
  values: 20,
  /** Letters of a text. */
  letters: 10_000,
  /** Last letters of a type, which may be a URL. */
  typeLetters: 200,
};

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flat() : [value]);

const isReference = (thing: Thing) =>
  thing['@id'] !== undefined && Object.keys(thing).every((key) => key === '@id' || key === '@type');

/** A thing's types without their vocabulary's URL, joined by spaces: `NewsArticle`. */
const typeOf = (thing: Thing): string =>
  listOf(thing['@type'])
    .slice(0, limits.values)
    .map((type) => (typeof type === 'string' ? type.slice(-limits.typeLetters).replace(/^.*[/#:]/, '') : ''))
    .join(' ');

/** The page's subject may be under these keys. Other properties name related things. */
const subjectKeys = ['@graph', 'mainEntity', 'mainEntityOfPage'];

/** The things of the scripts, each before the things under its `subjectKeys`. */
const subjects = (scripts: readonly unknown[]): Thing[] => {
  const found: Thing[] = [];
  const waiting = scripts.toReversed();
  while (waiting.length > 0 && found.length < limits.things) {
    const value = waiting.pop();
    if (isThing(value)) found.push(value);
    const inner = isThing(value) ? subjectKeys.map((key) => value[key]) : value;
    if (Array.isArray(inner)) waiting.push(...inner.slice(0, limits.things).reverse());
  }
  return found;
};

const describedById = (things: readonly Thing[]): Map<unknown, Thing> => {
  const byId = new Map<unknown, Thing>();
  const waiting: unknown[] = [...things];
  for (let index = 0; index < waiting.length; index += 1) {
    const value = waiting[index];
    if (typeof value !== 'object' || value === null) continue;
    if (isThing(value) && !isReference(value) && !byId.has(value['@id'])) byId.set(value['@id'], value);
    waiting.push(...Object.values(value).slice(0, Math.max(limits.nested - waiting.length, 0)));
  }
  return byId;
};

/** Whether a thing is the page itself, such as a `WebPage`. An article on the page describes it better. */
const isPage = ({ type }: { type: string }) => /Page$/.test(type);

/** Parses JSON-LD scripts, with their graphs and main entities. Ignores invalid JSON. Things of type `…Page` come last. */
export const readThings = (scripts: readonly string[]): Things => {
  const things = subjects(scripts.map(parseJsonLd));
  const typed = things.map((thing) => ({ thing, type: typeOf(thing) }));
  const all = [...typed.filter((each) => !isPage(each)), ...typed.filter(isPage)];
  return { all, byId: describedById(things) };
};

/**
 * The texts at a path below each thing whose type matches, a list for each. Ignores other values. Decodes entities such
 * as `&amp;`, which publishing systems leave in them.
 */
export const textsByThing = ({ all, byId }: Things, type: RegExp, path: readonly string[]): string[][] => {
  const resolve = (value: unknown) => {
    if (!isThing(value)) return value;
    if ('@value' in value) return value['@value'];
    return isReference(value) ? byId.get(value['@id']) : value;
  };
  const valuesOf = (value: unknown) =>
    listOf(isThing(value) && '@list' in value ? value['@list'] : value).slice(0, limits.values);
  const stepFrom = (values: readonly unknown[], name: string): readonly unknown[] =>
    values
      .filter(isThing)
      .slice(0, limits.values)
      .flatMap((thing) => valuesOf(thing[name]).map(resolve));
  const textsOf = (thing: Thing) =>
    path
      .reduce<readonly unknown[]>(stepFrom, [thing])
      .filter((value) => typeof value === 'string')
      .map((text) => decodeHTMLStrict(text.slice(0, limits.letters)));
  const start = all.filter((each) => type.test(each.type)).slice(0, limits.values);
  return start.map(({ thing }) => textsOf(thing));
};
