/** Runs in the page. Scrolls to where it was; answers once that is painted, or after 200 ms where nothing is. */
export const scrollBack = async (x: number, y: number): Promise<void> => {
  scrollTo({ left: x, top: y, behavior: 'instant' });
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
    setTimeout(resolve, 200);
  });
};
