/** The window's size in the pixels of mouse points: a phone may shrink a page. */
export const windowSize = (): { width: number; height: number } => {
  const scale = visualViewport?.scale ?? 1;
  return { width: Math.round(innerWidth * scale), height: Math.round(innerHeight * scale) };
};

/** Device pixels per CSS pixel. */
export const pixelRatio = (): number => devicePixelRatio;

/** The scroll position, in CSS pixels. */
export const scrollPosition = (): { x: number; y: number } => ({ x: scrollX, y: scrollY });

/** Scrolls, then waits for a frame, at most 200 ms: a hidden page paints none. */
export const scrollBack = async (x: number, y: number): Promise<void> => {
  scrollTo({ left: x, top: y, behavior: 'instant' });
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
    setTimeout(resolve, 200);
  });
};
