import { z } from 'zod';
import { flag, selector } from './fields.js';

export const pictureAnswer = z.object({ contentType: z.literal('image/png'), bodyBase64: z.base64() });

export const pictureActions = {
  screenshot: {
    summary: 'A picture of the window, of the whole page, or of an element.',
    payload: z.object({ fullPage: flag().default(false), selector: selector().optional() }),
    answer: pictureAnswer,
  },
};
