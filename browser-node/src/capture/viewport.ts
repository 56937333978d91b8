import { type Device, findDevice, type Options } from '@tintype/contracts';

/** Size of the window in CSS pixels, pixels of the picture for each of them, and what a phone adds. */
export interface Viewport {
  width: number;
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
  touch: boolean;
}

/** What a request without options gets, and so what warm pages have. */
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

/** A known device decides alone; an unknown one changes nothing (contract 2.1). */
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
