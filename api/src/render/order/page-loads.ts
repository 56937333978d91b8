import type { OrderedOutput } from './read-order.js';

const isOn = (value: string | undefined) => /^(true|1)$/i.test(value ?? '');

/**
 * Whether a picture changes its page's colours, or its preset may do so. A PDF of that page load would show the change.
 */
const mayRecolour = ({ endpoint, pairs }: OrderedOutput): boolean =>
  endpoint === 'image' && (isOn(pairs.darkMode) || isOn(pairs.transparent) || pairs.preset !== undefined);

/** Groups outputs by page load. All share one load, but a PDF gets its own if a picture may change the colours. */
export const pageLoads = (outputs: readonly OrderedOutput[]): OrderedOutput[][] => {
  const pdfs = outputs.filter(({ endpoint }) => endpoint === 'pdf');
  const others = outputs.filter(({ endpoint }) => endpoint !== 'pdf');
  return others.some(mayRecolour) ? [others, pdfs].filter(({ length }) => length > 0) : [[...outputs]];
};
