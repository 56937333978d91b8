/**
 * Runs in the page. Resolves when its fonts and pictures have come and been decoded, those that wait to be scrolled to left
 * out, or the time (in ms) is up. Asks for no `currentSrc`: a picture has none before it has come.
 */
export const picturesCome = async (timeoutMs: number): Promise<void> => {
  const come = (image: HTMLImageElement) =>
    new Promise((resolve) => {
      for (const event of ['load', 'error']) image.addEventListener(event, resolve, { once: true });
    }).then(() => image.decode().catch(() => undefined));
  const pending = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy');
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.all([document.fonts.ready, ...pending.map(come)]), timeout]);
};
