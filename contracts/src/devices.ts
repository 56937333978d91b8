import { deviceList } from './devices.generated.js';
import { didYouMean } from './near-names.js';

export interface Device {
  /** Lower snake case of the name, for `emulateDevice`. */
  key: string;
  name: string;
  userAgent: string;
  viewport: {
    width: number;
    height: number;
    deviceScaleFactor: number;
    isMobile: boolean;
    hasTouch: boolean;
    isLandscape: boolean;
  };
}

/** Puppeteer's KnownDevices, then the rest of Playwright's list. Made by `make generate`. */
export const devices: readonly Device[] = deviceList;

const byKey = new Map(devices.map((device) => [device.key, device]));

export const findDevice = (key: string): Device | undefined => byKey.get(key.toLowerCase());

/** " Did you mean `iphone_15`?" for `iPhone 15x`; empty without a similar key. */
export const didYouMeanDevice = (name: string): string => {
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return didYouMean(key, [...byKey.keys()]);
};
