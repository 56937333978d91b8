import { type Device, findDevice, type Options } from '@tintype/contracts';

/** The window in CSS pixels, its pixel ratio, and phone features. */
export interface Viewport {
  width: number;
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
  touch: boolean;
  /** The page sees a window with bars around it, on a screen. */
  hasWindow?: true;
}

/** The default of the options, and the size of warm pages. */
export const defaultViewport: Viewport = {
  width: 1440,
  height: 900,
  deviceScaleFactor: 1,
  mobile: false,
  touch: false,
};

export const viewportOfDevice = ({ viewport }: Device): Viewport => ({
  width: viewport.width,
  height: viewport.height,
  deviceScaleFactor: viewport.deviceScaleFactor,
  mobile: viewport.isMobile,
  touch: viewport.hasTouch,
});

/** Whether the render needs a browser like a person's. */
export const hidesAutomation = ({ stealth, bypassBotDetection }: Pick<Options, 'stealth' | 'bypassBotDetection'>) =>
  stealth || bypassBotDetection;

type ViewportOptions = Pick<Options, 'vw' | 'vh' | 'scaleFactor' | 'emulateDevice' | 'stealth' | 'bypassBotDetection'>;

/** A known device overrides the other options; an unknown one is ignored. */
export const viewportOf = (options: ViewportOptions): Viewport => {
  const device = options.emulateDevice === undefined ? undefined : findDevice(options.emulateDevice);
  const viewport = device ? viewportOfDevice(device) : viewportOfSize(options);
  return hidesAutomation(options) ? { ...viewport, hasWindow: true } : viewport;
};

const viewportOfSize = (options: Pick<Options, 'vw' | 'vh' | 'scaleFactor'>): Viewport => ({
  ...defaultViewport,
  width: options.vw ?? defaultViewport.width,
  height: options.vh ?? defaultViewport.height,
  deviceScaleFactor: options.scaleFactor ?? defaultViewport.deviceScaleFactor,
});
