import type { Metadata } from '@tintype/contracts';
import type { PageFacts } from '../../in-page/content/document-facts.js';
import { type Field, fields } from './fields.js';
import { readThings, textsByThing } from './json-ld.js';
import type { Source } from './sources.js';
import type { PageBase } from './values.js';

type ElementSource = Extract<Source, { kind: 'element' }>;

const isElement = (source: Source): source is ElementSource => source.kind === 'element';

/** Sources to read from the page, in the order of the questions. */
const elementSources = Object.values(fields).flatMap(({ sources }) => sources.filter(isElement));

/** For `headFacts`. */
export const questions = elementSources.map(({ selector, attribute }) => [selector, attribute] as const);

/** More names say little. */
const maxJoined = 10;

type Groups = readonly (readonly string[])[];

/** The first text that a reader accepts; with `joins`, all of its group. Stops there: a page can have very many. */
const valuesIn = ({ read, joins }: Field, texts: readonly string[], pageBase: PageBase): string[] => {
  const values = new Set<string>();
  for (const text of texts) {
    const value = read(text, pageBase);
    if (value !== undefined) values.add(value);
    if (values.size === (joins ? maxJoined : 1)) break;
  }
  return [...values];
};

/** The value from the first source with one. `groupsOf` gives a source's texts; those of a group describe one thing. */
const firstValue = (field: Field, groupsOf: (source: Source) => Groups, pageBase: PageBase): string | null => {
  for (const source of field.sources) {
    for (const texts of groupsOf(source)) {
      const values = valuesIn(field, texts, pageBase);
      if (values.length > 0) return values.join(', ');
    }
  }
  return null;
};

/** Elements in the body may belong to other articles or to comments, so each describes a thing of its own. */
const groupsOfElement = ({ selector }: ElementSource, texts: readonly string[]): Groups =>
  selector.startsWith('meta') ? [texts] : Array.from(texts, (text) => [text]);

/** The metadata from a page's answers. A missing field is null; `url` falls back to the page's own. */
export const readMetadata = (facts: PageFacts): Metadata => {
  const { url, base, answers } = facts;
  const things = readThings(facts.jsonLd);
  const answered = new Map<Source, string[]>(elementSources.map((source, index) => [source, answers[index] ?? []]));
  const groupsOf = (source: Source): Groups => {
    if (isElement(source)) return groupsOfElement(source, answered.get(source) ?? []);
    if (source.kind === 'document') return source.textsOf(facts).map((text) => [text]);
    return textsByThing(things, source.type, source.path);
  };

  const language = firstValue(fields.lang, groupsOf, { base });
  const pageBase = { base, language };
  const found = Object.entries(fields).map(([name, field]) => [name, firstValue(field, groupsOf, pageBase)] as const);
  const metadata = Object.fromEntries(found) as unknown as Metadata;
  return { ...metadata, url: metadata.url ?? url };
};
