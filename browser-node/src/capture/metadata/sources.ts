/** A place where a page may say something about itself. `name` is what docs/api.md calls it. */
export type Source = { name: string } & (
  | { kind: 'element'; selector: string; attribute: string | null }
  | { kind: 'json-ld'; type: RegExp; path: readonly string[] }
);

const element = (name: string, selector: string, attribute: string | null): Source => ({
  name,
  kind: 'element',
  selector,
  attribute,
});

/** `<meta>` by its name or property: pages mix the two up. */
export const meta = (name: string): Source =>
  element(name, `meta[name="${name}" i], meta[property="${name}" i]`, 'content');

export const link = (name: string, selector: string): Source => element(name, `link${selector}`, 'href');

/** An attribute of the elements that match. */
export const attribute = (selector: string, name: string): Source => element(selector, selector, name);

/** The text of the elements that match. */
export const text = (selector: string): Source => element(selector, selector, null);

/** What a page is about. Not who made it, nor where on the site it is. */
const subject =
  /Article|Posting|Report|Page$|Product|Recipe|Event|Book|Course|Movie|Episode|Review|Software|Dataset|VideoObject|AudioObject|HowTo|Question|Place|JobPosting/;
const organization = /Organization|Corporation|Business|^Brand$/;

const jsonLd =
  (type: RegExp, prefix: string) =>
  (path: string): Source => ({
    name: `${prefix}${path}`,
    kind: 'json-ld',
    type,
    path: path.split('.'),
  });

/** A path in the JSON-LD of what the page is about. */
export const ofSubject = jsonLd(subject, 'JSON-LD ');
export const ofOrganization = jsonLd(organization, 'JSON-LD Organization ');
export const ofVideo = jsonLd(/VideoObject/, 'JSON-LD VideoObject ');
export const ofAudio = jsonLd(/AudioObject|PodcastEpisode/, 'JSON-LD AudioObject ');

/** Open Graph has players and films under one name, and tells them apart by a type beside it. */
const player = 'meta[property="og:video:type" i][content^="text/html" i]';

const openGraphVideo = (name: string, which: string): Source =>
  element(name, `:root${which} meta[property="${name}" i]`, 'content');

export const ogPlayer = (name: string): Source => openGraphVideo(name, `:has(${player})`);
export const ogFilm = (name: string): Source => openGraphVideo(name, `:not(:has(${player}))`);
