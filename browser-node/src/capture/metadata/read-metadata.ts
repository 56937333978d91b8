import type { Metadata } from '@tintype/contracts';
import type { PageFacts } from '../../in-page/content/document-facts.js';
import { type Field, fields } from './fields.js';
import { readThings, textsAt } from './json-ld.js';
import type { Source } from './sources.js';
import type { PageBase } from './values.js';

type ElementSource = Extract<Source, { kind: 'element' }>;

const isElement = (source: Source): source is ElementSource => source.kind === 'element';

/** Sources to read from the page, in the order of the questions. */
const elementSources = Object.values(fields).flatMap(({ sources }) => sources.filter(isElement));

export const questions = elementSources.map(({ selector, attribute }) => [selector, attribute] as const);

/** The first text that the reader accepts. Stops there: a page can have very many. */
const firstValue = ({ read, sources }: Field, textsOf: (source: Source) => readonly string[], pageBase: PageBase) => {
  for (const source of sources) {
    for (const text of textsOf(source)) {
      const value = read(text, pageBase);
      if (value !== undefined) return value;
    }
  }
  return null;
};

/** The metadata from a page's answers. A missing field is null; `url` falls back to the page's own. */
export const readMetadata = (facts: PageFacts): Metadata => {
  const { url, base, answers } = facts;
  const things = readThings(facts.jsonLd);
  const answered = new Map<Source, string[]>(elementSources.map((source, index) => [source, answers[index] ?? []]));
  const textsOf = (source: Source) => {
    if (isElement(source)) return answered.get(source) ?? [];
    return source.kind === 'document' ? source.textsOf(facts) : textsAt(things, source.type, source.path);
  };

  const language = firstValue(fields.lang, textsOf, { base });
  const pageBase = { base, language };
  const found = Object.entries(fields).map(([name, field]) => [name, firstValue(field, textsOf, pageBase)] as const);
  const metadata = Object.fromEntries(found) as unknown as Metadata;
  return { ...metadata, url: metadata.url ?? url };
};
