/** Runs in the page. How large its window is in the pixels that points of it count in: a page may be shown smaller than it is laid out. */
export const windowSize = (): { width: number; height: number } => {
  const scale = visualViewport?.scale ?? 1;
  return { width: Math.round(innerWidth * scale), height: Math.round(innerHeight * scale) };
};

/** Runs in the page. Pixels of a picture for each CSS pixel. */
export const pixelRatio = (): number => devicePixelRatio;

/** Runs in the page. Where it is scrolled to, in CSS pixels. */
export const scrollPosition = (): { x: number; y: number } => ({ x: scrollX, y: scrollY });

/** Runs in the page. Scrolls to where it was; answers once that is painted, or after 200 ms where nothing is. */
export const scrollBack = async (x: number, y: number): Promise<void> => {
  scrollTo({ left: x, top: y, behavior: 'instant' });
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
    setTimeout(resolve, 200);
  });
};
