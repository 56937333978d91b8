/** Runs in the page. Pixels of a picture for each CSS pixel. */
export const pixelRatio = (): number => devicePixelRatio;
