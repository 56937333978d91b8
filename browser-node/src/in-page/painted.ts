/**
 * Runs in the page. Resolves when its fonts and the images in its tree have come and been decoded, or the time (in ms)
 * is up; answers whether they all came.
 */
export const painted = async (timeoutMs: number): Promise<boolean> => {
  const pending = [...document.images].filter((image) => image.currentSrc && !image.complete);
  if (document.fonts.status === 'loaded' && pending.length === 0) return true;
  const images = pending.map((image) => image.decode().catch(() => undefined));
  const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, timeoutMs, 'late'));
  const first = await Promise.race([Promise.all([document.fonts.ready, ...images]), timeout]);
  return first !== 'late';
};
