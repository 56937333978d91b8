import { deviceList } from './devices.generated.js';

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
