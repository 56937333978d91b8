import { type Device, findDevice, type Options } from '@tintype/contracts';

/** The window in CSS pixels, its pixel ratio, and phone features. */
export interface Viewport {
  width: number;
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
  touch: boolean;
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

/** A known device overrides the other options; an unknown one is ignored. */
export const viewportOf = (options: Pick<Options, 'vw' | 'vh' | 'scaleFactor' | 'emulateDevice'>): Viewport => {
  const device = options.emulateDevice === undefined ? undefined : findDevice(options.emulateDevice);
  if (device) return viewportOfDevice(device);
  return {
    ...defaultViewport,
    width: options.vw ?? defaultViewport.width,
    height: options.vh ?? defaultViewport.height,
    deviceScaleFactor: options.scaleFactor ?? defaultViewport.deviceScaleFactor,
  };
};
