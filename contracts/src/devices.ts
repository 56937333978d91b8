import { deviceList } from './devices.generated.js';
import { didYouMean } from './near-names.js';

export interface Device {
  /** The name in lower snake case, as the option `emulateDevice` takes it. */
  key: string;
  name: string;
  userAgent: string;
  /** Sizes in CSS pixels. */
  viewport: {
    width: number;
    height: number;
    deviceScaleFactor: number;
    isMobile: boolean;
    hasTouch: boolean;
    isLandscape: boolean;
  };
}

/** Puppeteer's KnownDevices, then Playwright's devices with other names. `make generate` writes the list. */
export const devices: readonly Device[] = deviceList;

const byKey = new Map(devices.map((device) => [device.key, device]));

export const findDevice = (key: string): Device | undefined => byKey.get(key.toLowerCase());

/** Returns " Did you mean `iphone_15` or …?" for `iPhone 15x`, with up to three keys; empty if no key is similar. */
export const didYouMeanDevice = (name: string): string => {
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return didYouMean(key, [...byKey.keys()]);
};
