import type { Endpoint } from '@tintype/contracts';
import type { OutputStep } from '../run.js';
import { animated } from './animated.js';
import { content } from './content.js';
import { image } from './image.js';
import { metadata } from './metadata.js';
import { pdf } from './pdf.js';

/** One row per endpoint. */
export const outputs: { readonly [E in Endpoint]: OutputStep<E> } = {
  image,
  pdf,
  content,
  metadata,
  animated,
};
