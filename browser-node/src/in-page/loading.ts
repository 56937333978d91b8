/**
 * Runs in the page. Resolves when its fonts and the images in its tree have come and been decoded, or the time (in ms)
 * is up; answers whether they all came.
 */
export const painted = async (timeoutMs: number): Promise<boolean> => {
  const pending = [...document.images].filter((image) => image.currentSrc && !image.complete);
  if (document.fonts.status === 'loaded' && pending.length === 0) return true;
  const images = pending.map((image) => image.decode().catch(() => undefined));
  const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, timeoutMs, 'late'));
  const first = await Promise.race([Promise.all([document.fonts.ready, ...images]), timeout]);
  return first !== 'late';
};

/**
 * Runs in the page. Resolves when its fonts and pictures have come and been decoded, those that wait to be scrolled to left
 * out, or the time (in ms) is up. Asks for no `currentSrc`: a picture has none before it has come.
 */
export const picturesCome = async (timeoutMs: number): Promise<void> => {
  const come = (image: HTMLImageElement) =>
    new Promise((resolve) => {
      for (const event of ['load', 'error']) image.addEventListener(event, resolve, { once: true });
    }).then(() => image.decode().catch(() => undefined));
  const pending = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy');
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.all([document.fonts.ready, ...pending.map(come)]), timeout]);
};

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

/** Runs in the page, in the world in which `loadLazy` does: has it scroll no further. */
export const stopLoadLazy = (): void => {
  Reflect.set(globalThis, 'isLoadLazyStopped', true);
};

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

/** Runs in the page. Resolves when what was to be done there by now has been done, and a moment has passed for what that began. */
export const tasksDone = (): Promise<void> => new Promise((resolve) => setTimeout(() => setTimeout(resolve, 20), 0));
