/** Runs in the page. How many elements its document has, without those in shadow trees. */
export const elementCount = (): number => document.getElementsByTagName('*').length;
