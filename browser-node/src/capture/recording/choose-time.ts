import type { Run } from '../run.js';

/** Frames and workers with a process of their own have a clock of their own, too. */
const hasOtherTargets = async ({ page }: Pick<Run, 'page'>): Promise<boolean> => {
  const { targetInfos } = await page.connection.browser.send('Target.getTargets', {
    filter: [{ type: 'page', exclude: true }, { type: 'tab', exclude: true }, {}],
  });
  return targetInfos.some(({ browserContextId }) => browserContextId === page.contextId);
};

/** Whether others share the clock of the page: media, open connections, other processes. */
export const sharesItsClock = async (run: Pick<Run, 'page'>): Promise<boolean> =>
  run.page.activity.isLive || hasOtherTargets(run);

/** The page's pending requests have this time to end. Virtual time waits for later ones. */
const pauseMs = 1000;

const pauses = async ({ page: { activity } }: Run): Promise<boolean> => {
  if (!activity.quiet) await activity.until(() => activity.quiet, AbortSignal.timeout(pauseMs)).catch(() => undefined);
  return activity.quiet && !activity.hangs && !activity.ignoresParts;
};

/** Whether nothing of the page depends on the real time when its recording begins. */
export const mayBeVirtual = async (run: Run): Promise<boolean> => {
  if (run.notVirtual || (await sharesItsClock(run))) return false;
  return pauses(run);
};
