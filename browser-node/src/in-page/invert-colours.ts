/** Runs in the page. Turns light into dark and dark into light, and leaves pictures as they are. */
export const invertColours = (): void => {
  const inverted = 'filter: invert(1) hue-rotate(180deg) !important;';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html { ${inverted} } img, video, canvas, picture > *, iframe, embed, object { ${inverted} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
