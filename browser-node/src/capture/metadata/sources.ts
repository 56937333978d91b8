import type { PageFacts } from '../../in-page/content/document-facts.js';
import { bestIcons } from './icons.js';

/** A place in a page that may have a field's value. docs/api.md uses `name`. */
export type Source = { name: string } & (
  | { kind: 'element'; selector: string; attribute: string | null }
  | { kind: 'json-ld'; type: RegExp; path: readonly string[] }
  | { kind: 'document'; textsOf: (facts: PageFacts) => readonly string[] }
);

const element = (name: string, selector: string, attribute: string | null): Source => ({
  name,
  kind: 'element',
  selector,
  attribute,
});

/** `<meta>` by name or property: pages confuse the two. */
export const meta = (name: string): Source =>
  element(name, `meta[name="${name}" i], meta[property="${name}" i]`, 'content');

export const link = (name: string, selector: string): Source => element(name, `link${selector}`, 'href');

export const attribute = (selector: string, name: string): Source => element(selector, selector, name);

export const text = (selector: string): Source => element(selector, selector, null);

/** The title of the tab, also if the parser moved the element into the body, or in an SVG. */
export const documentTitle: Source = { name: 'document.title', kind: 'document', textsOf: ({ title }) => [title] };

export const icon: Source = { name: 'link icon', kind: 'document', textsOf: ({ icons }) => bestIcons(icons) };

/** Types of things that a page is about. Its author and its place on the site have other types. */
const subject =
  /Article|Posting|Report|Page$|Product|Recipe|Event|Book|Course|Movie|Episode|Review|Software|Dataset|VideoObject|AudioObject|HowTo|Question|Place/;
const organization = /Organization|Corporation|Business|^Brand$/;

const jsonLd =
  (type: RegExp, prefix: string) =>
  (path: string): Source => ({
    name: `${prefix}${path}`,
    kind: 'json-ld',
    type,
    path: path.split('.'),
  });

/** A path in the JSON-LD of the page's subject. */
export const subjectPath = jsonLd(subject, 'JSON-LD ');
export const organizationPath = jsonLd(organization, 'JSON-LD Organization ');
export const videoPath = jsonLd(/VideoObject/, 'JSON-LD VideoObject ');
export const audioPath = jsonLd(/AudioObject|PodcastEpisode/, 'JSON-LD AudioObject ');

/** Open Graph has players and video files under one name; a type beside it distinguishes them. */
const player = 'meta[property="og:video:type" i][content^="text/html" i]';

const openGraphVideo = (name: string, rootCondition: string): Source =>
  element(name, `:root${rootCondition} meta[property="${name}" i]`, 'content');

export const ogPlayer = (name: string): Source => openGraphVideo(name, `:has(${player})`);
export const ogVideoFile = (name: string): Source => openGraphVideo(name, `:not(:has(${player}))`);
