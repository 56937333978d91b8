/** Runs in the page. Whether a user can scroll its window sideways: a body's overflow counts where the root has none. */
export const scrollsSideways = (): boolean => {
  const { documentElement, body } = document;
  const root = getComputedStyle(documentElement).overflowX;
  const overflow = root === 'visible' && body ? getComputedStyle(body).overflowX : root;
  return !/hidden|clip/.test(overflow);
};
