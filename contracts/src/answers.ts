import { z } from 'zod';

const success = z.literal(true);
const textOrNull = (description: string) => z.string().nullable().meta({ description });

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
      author: textOrNull('The author.'),
      audio: textOrNull('URL of a recording.'),
      date: textOrNull('When the page was published, or else changed: ISO 8601, UTC.'),
      description: textOrNull('A short description.'),
      feed: textOrNull('URL of an RSS, Atom or JSON feed.'),
      iframe: textOrNull('URL of a player to embed.'),
      image: textOrNull('URL of the main picture.'),
      lang: textOrNull('The language, as a BCP 47 tag.'),
      logo: textOrNull("URL of the publisher's logo, or of the site's icon."),
      publisher: textOrNull('The publisher.'),
      title: textOrNull('The title.'),
      url: textOrNull('The canonical URL, or the final URL of the page.'),
      video: textOrNull('URL of a video.'),
    })
    .meta({ description: 'Missing values are null. URLs are absolute.' }),
});
export type Metadata = z.infer<typeof metadataAnswerSchema>['metadata'];
