/** Runs in the page. Where it is scrolled to, in CSS pixels. */
export const scrollPosition = (): { x: number; y: number } => ({ x: scrollX, y: scrollY });
