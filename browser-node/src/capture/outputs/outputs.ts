import type { AvailableEndpoint } from '@tintype/contracts';
import type { OutputStep } from '../run.js';
import { content } from './content.js';
import { image } from './image.js';
import { metadata } from './metadata.js';
import { pdf } from './pdf.js';

/** What each endpoint makes. One that is not available has no row: `availability.ts` of contracts decides which. */
export const outputs: { readonly [E in AvailableEndpoint]: OutputStep<E> } = { image, pdf, content, metadata };
