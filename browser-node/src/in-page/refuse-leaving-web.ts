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
