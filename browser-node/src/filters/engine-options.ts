/** What we apply: requests and style rules. Scripts of lists would change pages in ways that no picture shows. */
export const engineOptions = {
  loadCSPFilters: false,
  enableHtmlFiltering: false,
  loadExtendedSelectors: false,
  // `!#if` blocks for browsers and extensions that we are not.
  loadPreprocessors: true,
} as const;
