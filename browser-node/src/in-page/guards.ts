/** Runs in the page's own world. Drops console messages and uncaught errors for some milliseconds. */
export const silenceConsole = (milliseconds: number): void => {
  const own = console as unknown as Record<string, unknown>;
  const silent = () => undefined;
  const quiet = (event: Event) => event.preventDefault();
  // Skips functions that another call has silenced: that call restores them.
  const isLoud = (value: unknown) => typeof value === 'function' && String(value) !== String(silent);
  const loud = Object.entries(own).filter(([, value]) => isLoud(value));
  const kinds = ['error', 'unhandledrejection'];
  for (const [name] of loud) own[name] = silent;
  for (const kind of kinds) addEventListener(kind, quiet, true);
  setTimeout(() => {
    for (const [name, value] of loud) if (own[name] === silent) own[name] = value;
    for (const kind of kinds) removeEventListener(kind, quiet, true);
  }, milliseconds);
};

/**
 * Runs in a world of its own. Cancels navigation to URLs that do not match. Chromium would open a dialog that no user
 * sees and that takes all input.
 */
export const refuseLeavingWeb = (addresses: RegExp): void => {
  const guard = (event: Event & { destination?: { url: string } }) => {
    if (event.destination && !addresses.test(event.destination.url)) event.preventDefault();
  };
  // Insecure contexts have no `navigation`.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener('navigate', guard, true);
};

/** Resolves to whether the document had the pointer. */
export const releasePointerLock = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (!document.pointerLockElement) return resolve(false);
    document.addEventListener('pointerlockchange', () => resolve(true), { once: true });
    document.exitPointerLock();
  });
