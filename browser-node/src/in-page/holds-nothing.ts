/** Runs in the page. Whether the document is as a window has it that was just opened: nobody has written anything into it. */
export const holdsNothing = (): boolean =>
  document.querySelectorAll('*').length <= 3 && (document.documentElement?.textContent ?? '') === '';
