/** We apply rules for requests and styles. Scripts of lists would change pages in ways that no picture shows. */
export const engineOptions = {
  loadCSPFilters: false,
  enableHtmlFiltering: false,
  loadExtendedSelectors: false,
  // Leaves out `!#if` blocks for browsers and extensions that we are not.
  loadPreprocessors: true,
} as const;
