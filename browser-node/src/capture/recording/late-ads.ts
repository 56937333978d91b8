/** In ms of the recording. Looking at a large page takes 20 ms. */
const pauseMs = 100;

/**
 * Hides the advertisements that come during a recording, at most ten times a second. In virtual time, frames wait for
 * it: no picture shows the first one. In real time, frames go on meanwhile.
 *
 * @param hideNew returns whether anything came
 */
export const hidesLateAds = (
  hideNew: () => Promise<boolean>,
  isVirtual: boolean,
): ((atMs: number) => Promise<void>) => {
  let nextMs = 0;
  let isUnderWay = false;
  const look = async (atMs: number) => {
    isUnderWay = true;
    // The page may leave its document meanwhile.
    const hasLooked = await hideNew().catch(() => true);
    if (hasLooked || !isVirtual) nextMs = atMs + pauseMs;
    isUnderWay = false;
  };
  return async (atMs) => {
    if (isUnderWay || atMs < nextMs) return;
    const looking = look(atMs);
    if (isVirtual) await looking;
  };
};
