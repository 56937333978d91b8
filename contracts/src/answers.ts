import { z } from 'zod';

const success = z.literal(true);
const orNull = (description: string) => z.string().nullable().meta({ description });

export const contentAnswerSchema = z.object({
  success,
  html: z.string().meta({ description: 'The whole rendered document, doctype and head included.' }),
  textContent: z.string().meta({ description: 'The text of the article, or of the whole body without one.' }),
  markdown: z.string().meta({ description: 'The same part as Markdown, with absolute links.' }),
});
export type ContentAnswer = z.infer<typeof contentAnswerSchema>;

export const metadataAnswerSchema = z.object({
  success,
  metadata: z
    .object({
      author: orNull('The author.'),
      audio: orNull('URL of a recording.'),
      date: orNull('When the page was published, or else changed: ISO 8601, UTC.'),
      description: orNull('A short description.'),
      feed: orNull('URL of an RSS, Atom or JSON feed.'),
      iframe: orNull('URL of a player to embed.'),
      image: orNull('URL of the main picture.'),
      lang: orNull('The language, as a BCP 47 tag.'),
      logo: orNull("URL of the publisher's logo, or of the site's icon."),
      publisher: orNull('The publisher.'),
      title: orNull('The title.'),
      url: orNull('The canonical URL, or the final URL of the page.'),
      video: orNull('URL of a video.'),
    })
    .meta({ description: 'Missing values are null. URLs are absolute.' }),
});
export type Metadata = z.infer<typeof metadataAnswerSchema>['metadata'];
