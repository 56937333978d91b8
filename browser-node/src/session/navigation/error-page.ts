/** Chromium's own page in the place of one that could not be loaded. */
export const isErrorPage = (address: string): boolean => address.startsWith('chrome-error:');
