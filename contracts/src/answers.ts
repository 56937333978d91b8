import { z } from 'zod';

const success = z.literal(true);

/** What the endpoint `content` answers. */
export const contentAnswer = z.object({
  success,
  html: z.string().meta({ description: 'The whole rendered document, doctype and head included.' }),
  textContent: z.string().meta({ description: 'The text of its article, or of its whole body where it has none.' }),
  markdown: z.string().meta({ description: 'The same part of it as Markdown, its links absolute.' }),
});
export type ContentAnswer = z.infer<typeof contentAnswer>;
