/** Waits until fonts and images are decoded. Resolves to the number of late ones, which later calls do not wait for. */
export const waitForImages = async (timeoutMs: number): Promise<number> => {
  const key = Symbol.for('tintype.lateParts');
  const givenUp = (Reflect.get(globalThis, key) ?? new WeakSet()) as WeakSet<HTMLImageElement | FontFace>;
  Reflect.set(globalThis, key, givenUp);
  const images = [...document.images].filter((image) => image.currentSrc && !image.complete);
  const fonts = () => [...document.fonts].filter(({ status }) => status === 'loading');
  const isNew = (part: HTMLImageElement | FontFace) => !givenUp.has(part);
  const areFontsLoading = document.fonts.status === 'loading' && (fonts().length === 0 || fonts().some(isNew));
  if (!areFontsLoading && !images.some(isNew)) return 0;
  // `ready` includes fonts that follow others, but never resolves with one that hangs.
  const loaded = fonts().every(isNew)
    ? [document.fonts.ready]
    : fonts()
        .filter(isNew)
        .map((font) => font.loaded);
  const parts = [...loaded, ...images.filter(isNew).map((image) => image.decode())];
  const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, timeoutMs, 'late'));
  if ((await Promise.race([Promise.allSettled(parts), timeout])) !== 'late') return 0;
  const late = [...images.filter(({ complete }) => !complete), ...fonts()].filter(isNew);
  for (const part of late) givenUp.add(part);
  return late.length || 1;
};

/**
 * How long a script may still ask for a font. At most 500 ms after the load event; 0 unless a script names fonts. Reads
 * scripts of the page's own origin from the browser's cache, for `timeoutMs` at most. A script that only uses
 * `fonts.ready` asks for none.
 */
export const lateFontMs = async (timeoutMs: number): Promise<number> => {
  const longestMs = 500;
  /** Reading files up to these limits takes some milliseconds. */
  const [maxFiles, maxBytes] = [20, 400_000];
  const loader =
    /\bFontFace|WebFont|\bfonts\.(?:load|add)\b|font-?family|fonts?-(?:loaded|active|ready)|@font-face|typekit|googleapis\.com\/css/i;
  /** Stricter, for files: bundles name font families without loading any. */
  const bundledLoader =
    /\bFontFace(?:Observer)?\(|WebFont\.load|\bdocument\.fonts\.(?:load|add)\(|fonts?-(?:loaded|active|ready)/;
  const runs = ({ type }: HTMLScriptElement) => /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i.test(type);
  const namesFonts = ({ src, text }: HTMLScriptElement) =>
    (src ? /font(?!-?awesome)|typekit/i : loader).test(src || text);
  const isReadable = ({ src }: HTMLScriptElement) => {
    const [entry] = performance.getEntriesByName(src) as PerformanceResourceTiming[];
    return src.startsWith(`${location.origin}/`) && (entry?.decodedBodySize ?? 0) <= maxBytes;
  };
  const readsFonts = async ({ src }: HTMLScriptElement) => {
    // biome-ignore lint/style/noRestrictedGlobals: in the page, from the browser's cache
    const response = await fetch(src, { mode: 'same-origin', cache: 'only-if-cached' });
    return response.ok && bundledLoader.test(await response.text());
  };

  const scripts = [...document.scripts].filter(runs);
  const files = scripts.filter(isReadable).slice(0, maxFiles);
  const timeout = new Promise<boolean[]>((resolve) => setTimeout(resolve, timeoutMs, []));
  const readAll = () => Promise.all(files.map((file) => readsFonts(file).catch(() => false)));
  const isNamed = scripts.some(namesFonts) || (await Promise.race([readAll(), timeout])).includes(true);
  if (!isNamed) return 0;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return Math.max((navigation?.loadEventEnd ?? 0) + longestMs - performance.now(), 0);
};

/** Waits until fonts and eager images are decoded. Does not check `currentSrc`: it is empty until the image loads. */
export const waitForEagerImages = async (timeoutMs: number): Promise<void> => {
  const decoded = (image: HTMLImageElement) =>
    new Promise((resolve) => {
      for (const event of ['load', 'error']) image.addEventListener(event, resolve, { once: true });
    }).then(() => image.decode().catch(() => undefined));
  const pending = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy');
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.all([document.fonts.ready, ...pending.map(decoded)]), timeout]);
};

/**
 * Waits for an element; `visible` requires a box. `ends` in ms of the Unix epoch; `invalid`: the selector does not
 * parse.
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
      // Polls: an element's box changes without a DOM mutation.
      return Date.now() < ends ? setTimeout(look, 50) : resolve('missing');
    };
    look();
  });
};

/** Waits for text that a person would see; runs of white space are equal. `ends` is in ms of the Unix epoch. */
export const waitForVisibleText = (text: string, ends: number): Promise<'found' | 'missing'> => {
  const plain = (some: string) => some.replace(/\s+/g, ' ');
  const wanted = plain(text).trim();
  return new Promise((resolve) => {
    const look = () => {
      const began = performance.now();
      // biome-ignore lint/performance/useDomNodeTextContent: only what is displayed counts
      if (plain(document.body?.innerText ?? '').includes(wanted)) return resolve('found');
      if (Date.now() >= ends) return resolve('missing');
      // A long text takes a layout: look at most a tenth of the time.
      return setTimeout(look, Math.max(50, 10 * (performance.now() - began)));
    };
    look();
  });
};

/** Resolves 20 ms after the queued tasks. */
export const waitForTasks = (): Promise<void> => new Promise((resolve) => setTimeout(() => setTimeout(resolve, 20), 0));

/** Resolves after two animation frames: observers of sizes have been called. */
export const waitForFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Resolves after two animation frames, to whether no animation or transition runs then. */
export const standsStill = (): Promise<boolean> =>
  new Promise((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => resolve(document.getAnimations().every(({ playState }) => playState !== 'running'))),
    ),
  );

/** Resolves by a timer, which a document without the right to run scripts does not have. */
export const waitForTimer = (): Promise<true> => new Promise((resolve) => setTimeout(resolve, 0, true));

/** A page that is busy with a long task answers only after the task. */
export const answer = (): true => true;

/** Loads the lazy images of a document that runs no scripts. */
export const loadImagesEagerly = (): void => {
  for (const image of document.images) image.loading = 'eager';
};

/**
 * Fills a document without elements, which Chromium never paints. Its response had a body that could not be decoded.
 */
export const fillEmptyDocument = (): void => {
  if (document.documentElement) return;
  document.open();
  document.write('<body>');
  document.close();
};
