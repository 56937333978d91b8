import type { OrderedOutput } from './read-order.js';

const isOn = (value: string | undefined) => /^(true|1)$/i.test(value ?? '');

/** Whether a picture changes its page's colours, or may do so by its preset. A PDF of that page load would show them. */
const recolours = ({ endpoint, pairs }: OrderedOutput): boolean =>
  endpoint === 'image' && (isOn(pairs.darkMode) || isOn(pairs.transparent) || pairs.preset !== undefined);

/** Groups outputs by page load. All share one, unless an output would change another. */
export const pageLoads = (outputs: readonly OrderedOutput[]): OrderedOutput[][] => {
  const prints = outputs.filter(({ endpoint }) => endpoint === 'pdf');
  const others = outputs.filter(({ endpoint }) => endpoint !== 'pdf');
  return others.some(recolours) ? [others, prints].filter(({ length }) => length > 0) : [[...outputs]];
};
