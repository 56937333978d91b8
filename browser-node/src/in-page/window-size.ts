/** Runs in the page. How large its window is in the pixels that points of it count in: a page may be shown smaller than it is laid out. */
export const windowSize = (): { width: number; height: number } => {
  const scale = visualViewport?.scale ?? 1;
  return { width: Math.round(innerWidth * scale), height: Math.round(innerHeight * scale) };
};
