/**
 * Runs in the page. Whether texts take more than so many bytes as JSON. Asked there, so that what is too large never
 * leaves the page.
 */
export const isTooLarge = (texts: readonly string[], mostBytes: number): boolean => {
  // A letter takes a byte at least; the exact measure of a hundred megabytes would take a second.
  if (texts.reduce((sum, { length }) => sum + length, 0) > mostBytes) return true;
  return texts.reduce((sum, text) => sum + new Blob([JSON.stringify(text)]).size, 0) > mostBytes;
};
