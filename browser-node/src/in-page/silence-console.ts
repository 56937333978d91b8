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
