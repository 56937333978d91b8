import type { SessionViewport } from '@tintype/contracts';
import { viewportOfDevice } from '../../capture/viewport.js';
import type { Settings } from '../device/target-settings.js';

/** A bit more than one, for what is lost in rounding. */
const leastPixels = 1.001;

/** Of a window that comes to less than a pixel, Chromium takes no picture: it has one then. */
const withPixels = (scale: number, side: number) => (scale * side < 1 ? leastPixels / side : scale);

/** A device says all; a size or a scale alone leaves the other as it was, and ends what a device had set besides. */
export const changeViewport = (
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
