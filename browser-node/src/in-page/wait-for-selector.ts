/**
 * Runs in the page. Waits until an element matches the selector; `visible` asks for one with a box. Answers `found`,
 * `missing` at `ends` (ms of the Unix epoch), or `invalid` for a selector that does not parse.
 */
export const waitForSelector = (
  selector: string,
  visible: boolean,
  ends: number,
): Promise<'found' | 'missing' | 'invalid'> => {
  const matches = () => {
    const element = document.querySelector(selector);
    if (!element || !visible) return element !== null;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  return new Promise((resolve) => {
    const look = () => {
      try {
        if (matches()) return resolve('found');
      } catch {
        return resolve('invalid');
      }
      // A timer and not an observer: boxes change without any change of the tree.
      return Date.now() < ends ? setTimeout(look, 50) : resolve('missing');
    };
    look();
  });
};
