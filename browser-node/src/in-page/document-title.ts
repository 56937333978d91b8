/** Runs in the page. */
export const documentTitle = (): string => document.title;
