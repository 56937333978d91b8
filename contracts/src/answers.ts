import { z } from 'zod';

const success = z.literal(true);
const orNull = (description: string) => z.string().nullable().meta({ description });

export const contentAnswer = z.object({
  success,
  html: z.string().meta({ description: 'The whole rendered document, doctype and head included.' }),
  textContent: z.string().meta({ description: 'The text of its article, or of its whole body where it has none.' }),
  markdown: z.string().meta({ description: 'The same part of it as Markdown, its links absolute.' }),
});
export type ContentAnswer = z.infer<typeof contentAnswer>;

export const metadataAnswer = z.object({
  success,
  metadata: z
    .object({
      author: orNull('Who wrote it.'),
      audio: orNull('URL of a recording.'),
      date: orNull('When it was published, or else changed: ISO 8601, UTC.'),
      description: orNull('What it is about.'),
      feed: orNull('URL of an RSS, Atom or JSON feed.'),
      iframe: orNull('URL of a player to embed.'),
      image: orNull('URL of the picture that stands for it.'),
      lang: orNull('Its language, as a BCP 47 tag.'),
      logo: orNull("URL of its publisher's logo, or of the site's icon."),
      publisher: orNull('Who published it.'),
      title: orNull('Its title.'),
      url: orNull('Its canonical URL, or the one that it was found at.'),
      video: orNull('URL of a film.'),
    })
    .meta({ description: 'What the page does not say is null. URLs are absolute.' }),
});
export type Metadata = z.infer<typeof metadataAnswer>['metadata'];
