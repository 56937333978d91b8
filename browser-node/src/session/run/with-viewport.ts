import { type SessionAction, type SessionViewport, TintypeError } from '@tintype/contracts';
import { ifInTime } from '@tintype/runtime';
import { viewportOfDevice } from '../../capture/open/viewport.js';
import type { Settings } from '../../device/apply-settings.js';
import { scrollBack, scrollPosition } from '../../in-page/window.js';
import type { ActionContext } from '../context/action-context.js';
import { checkSelector } from '../elements/locate.js';
import { callInPage } from '../page-world/call-in-page.js';

/** A bit above 1 against rounding. */
const minPixels = 1.001;

/** Chromium takes no picture of a window below one pixel. */
const withPixels = (scale: number, side: number) => (scale * side < 1 ? minPixels / side : scale);

/** A device sets everything. A size or scale alone keeps the other, and ends the device. */
const changeViewport = (
  { viewport: before }: Pick<Settings, 'viewport'>,
  change: SessionViewport,
): Pick<Settings, 'viewport' | 'deviceUserAgent'> => {
  if ('device' in change)
    return { viewport: viewportOfDevice(change.device), deviceUserAgent: change.device.userAgent };
  const { size = before, deviceScaleFactor = before.deviceScaleFactor } = change;
  const { width, height } = size;
  const scale = withPixels(deviceScaleFactor, Math.min(width, height));
  const viewport = { width, height, deviceScaleFactor: scale, mobile: false, touch: false };
  return { viewport, deviceUserAgent: undefined };
};

const scrollMs = 1000;

const isRefused = (error: unknown) => error instanceof TintypeError && error.status < 500;

/** Sets the action's viewport. If the action is refused, restores the viewport before it. */
export const withViewport = async <T>(
  context: ActionContext,
  { viewport: change, payload }: Pick<SessionAction, 'viewport' | 'payload'>,
  act: () => Promise<T>,
): Promise<T> => {
  if (!change) return act();
  const { target, deadline, browser } = context;
  const { targets } = browser;
  if ('selector' in payload && payload.selector !== undefined) await checkSelector(context, payload.selector);
  const { viewport, deviceUserAgent } = targets.settings;
  const scrolled = await ifInTime(callInPage(target, scrollPosition), scrollMs);
  await deadline.race(targets.change(changeViewport(targets.settings, change)));
  try {
    return await act();
  } catch (error) {
    if (!isRefused(error)) throw error;
    await deadline.race(targets.change({ viewport, deviceUserAgent }));
    if (scrolled) await ifInTime(callInPage(target, scrollBack, scrolled.x, scrolled.y), scrollMs);
    throw error;
  }
};
