/**
 * Runs in the page, or in a worker, with the page's own functions. For so many milliseconds nothing is written to the
 * console, and errors that no script catches are not told of.
 */
export const silenceConsole = (milliseconds: number): void => {
  const own = console as unknown as Record<string, unknown>;
  const silent = () => undefined;
  const quiet = (event: Event) => event.preventDefault();
  // One that is silent already is somebody else's to bring back.
  const isSpoken = (value: unknown) => typeof value === 'function' && String(value) !== String(silent);
  const spoken = Object.entries(own).filter(([, value]) => isSpoken(value));
  const kinds = ['error', 'unhandledrejection'];
  for (const [name] of spoken) own[name] = silent;
  for (const kind of kinds) addEventListener(kind, quiet, true);
  setTimeout(() => {
    for (const [name, value] of spoken) if (own[name] === silent) own[name] = value;
    for (const kind of kinds) removeEventListener(kind, quiet, true);
  }, milliseconds);
};

/**
 * Runs in the page, in a world of its own. Keeps it from going where no web page is: for such an address Chromium asks
 * whether to open a program, in a window that nobody sees and that takes all input from then on. `addresses`: of the web.
 */
export const refuseLeavingWeb = (addresses: RegExp): void => {
  const guard = (event: Event & { destination?: { url: string } }) => {
    if (event.destination && !addresses.test(event.destination.url)) event.preventDefault();
  };
  // Not where a page is no secure one.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener('navigate', guard, true);
};

/** Runs in a document. Lets the mouse go where the document has locked it; answers whether it had. */
export const letPointerGo = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (!document.pointerLockElement) return resolve(false);
    document.addEventListener('pointerlockchange', () => resolve(true), { once: true });
    document.exitPointerLock();
  });
