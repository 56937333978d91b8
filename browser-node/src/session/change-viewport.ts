import type { SessionViewport } from '@tintype/contracts';
import { viewportOfDevice } from '../capture/viewport.js';
import type { Settings } from './target-settings.js';

/** A device says all; a size or a scale alone leaves the other as it was, and ends what a device had set besides. */
export const changeViewport = (
  { viewport }: Pick<Settings, 'viewport'>,
  change: SessionViewport,
): Pick<Settings, 'viewport' | 'deviceUserAgent'> => {
  if ('device' in change)
    return { viewport: viewportOfDevice(change.device), deviceUserAgent: change.device.userAgent };
  const { size = viewport, deviceScaleFactor = viewport.deviceScaleFactor } = change;
  const { width, height } = size;
  return { viewport: { width, height, deviceScaleFactor, mobile: false, touch: false }, deviceUserAgent: undefined };
};
