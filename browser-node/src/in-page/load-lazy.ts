/**
 * Runs in the page. Scrolls down once, a screen at a time, so that content which waits to be seen loads, then back up.
 * Answers false when the time (in ms) or the number of screens was up before the end, or it was stopped (`stopLoadLazy`).
 */
export const loadLazy = async (timeoutMs: number, maxScreens: number): Promise<boolean> => {
  const ends = Date.now() + timeoutMs;
  Reflect.set(globalThis, 'isLoadLazyStopped', false);
  const goesOn = () => Date.now() < ends && !Reflect.get(globalThis, 'isLoadLazyStopped');
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  // An empty document has no element, and no height.
  const height = () => (document.scrollingElement ?? document.documentElement)?.scrollHeight ?? 0;
  for (const image of document.images) {
    if (image.loading === 'lazy') image.loading = 'eager';
  }
  // What fits into the window has been seen.
  let complete = height() <= innerHeight;
  if (complete) return true;
  for (let screen = 0; screen < maxScreens && goesOn() && !complete; screen += 1) {
    scrollTo({ top: screen * innerHeight, behavior: 'instant' });
    await painted();
    complete = (screen + 1) * innerHeight >= height();
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await painted();
  return complete;
};
