import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser/cdp/connection.js';
import type { Viewport } from '../capture/open/viewport.js';
import type { ReportedScreen } from '../in-page/identity/hardware.js';

/** Height of tabs and address bar in a desktop Chromium. */
const desktopBar = 87;

/** Height of the bars around a viewport. An automated window shows none, and a phone hides them. */
export const barHeight = ({ mobile }: Viewport, automated: boolean): number => (automated || mobile ? 0 : desktopBar);

const orientationOf = ({ width, height, mobile }: Viewport): Protocol.Emulation.ScreenOrientation => {
  if (!mobile) return { type: 'landscapePrimary', angle: 0 };
  return height >= width ? { type: 'portraitPrimary', angle: 0 } : { type: 'landscapePrimary', angle: 90 };
};

/** A screen at least as large as `--screen-info`. */
const screenAround = (
  { width, height, mobile }: Viewport,
  bar: number,
): { screenWidth?: number; screenHeight?: number } =>
  mobile ? {} : { screenWidth: Math.max(1920, width), screenHeight: Math.max(1080, height + bar) };

/** What the scripts of a page read about its screen. */
export const reportedScreen = (viewport: Viewport, bar: number): ReportedScreen => {
  const { screenWidth: width = viewport.width, screenHeight: height = viewport.height } = screenAround(viewport, bar);
  const { type, angle } = orientationOf(viewport);
  return {
    // The window of a phone fills its screen.
    window: {
      devicePixelRatio: viewport.deviceScaleFactor,
      ...(viewport.mobile ? { outerWidth: width, outerHeight: height } : {}),
    },
    screen: { width, height, availWidth: width, availHeight: height, availLeft: 0, availTop: 0 },
    orientation: { type: type.replace('Primary', '-primary'), angle },
  };
};

/** The metrics of the viewport on its screen. */
export const metricsOf = (viewport: Viewport, bar: number): Protocol.Emulation.SetDeviceMetricsOverrideRequest => {
  const { width, height, deviceScaleFactor, mobile } = viewport;
  const screen = screenAround(viewport, bar);
  return { width, height, deviceScaleFactor, mobile, ...screen, screenOrientation: orientationOf(viewport) };
};

/** Fits the window around the viewport, but not below the least size. */
export const setWindow = async (
  session: CdpSession,
  viewport: Viewport,
  { bar, least }: { bar: number; least: { width: number; height: number } },
): Promise<void> => {
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
  const width = Math.max(least.width, viewport.width);
  const height = Math.max(least.height, viewport.height) + bar;
  if (width !== bounds.width || height !== bounds.height)
    await session.send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
};
