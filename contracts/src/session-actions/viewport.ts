import { z } from 'zod';
import { type Device, didYouMeanDevice, findDevice } from '../devices.js';
import { TintypeError } from '../errors.js';
import { limits } from '../limits.js';
import { payloadError } from './payload-error.js';

/** A device sets the whole viewport. A size (CSS pixels) or a scale alone keeps the other as it is. */
export type SessionViewport =
  | { device: Device }
  | { size: { width: number; height: number } | undefined; deviceScaleFactor: number | undefined };

const sideError = `takes a whole number from 1 to ${limits.viewportMax}`;
const side = (description: string) =>
  z
    .int({ error: sideError })
    .min(1, { error: sideError })
    .max(limits.viewportMax, { error: sideError })
    .optional()
    .meta({ description });

const scaleError = `takes a number above 0, up to ${limits.scaleFactorMax}`;
const scale = () =>
  z
    .number({ error: scaleError })
    .positive({ error: scaleError })
    .max(limits.scaleFactorMax, { error: scaleError })
    .optional()
    .meta({ description: 'Device pixels per CSS pixel.' });

const deviceError = 'takes the key of a device, such as iphone_15';

export const viewportSchema = z.object({
  viewport: z
    .object(
      { width: side('CSS pixels.'), height: side('CSS pixels.'), deviceScaleFactor: scale() },
      { error: 'takes {"width": …, "height": …, "deviceScaleFactor": …}' },
    )
    .optional()
    .meta({ description: 'The new size of the window; it stays.' }),
  scaleFactor: scale(),
  vw: side('Width of the window in CSS pixels, with `vh`.'),
  vh: side('Height of the window in CSS pixels, with `vw`.'),
  deviceScaleFactor: scale(),
  emulateDevice: z
    .string({ error: deviceError })
    .optional()
    .meta({ description: 'A key of the device list; it wins over the size.' }),
});

const invalid = (message: string) => new TintypeError('invalid_request', message);

const deviceOf = (key: string): Device => {
  const device = findDevice(key);
  if (!device) {
    const near = didYouMeanDevice(key);
    throw invalid(
      `The property \`payload.emulateDevice\` ${deviceError}.${near} GET /screenshot/devices lists the keys.`,
    );
  }
  return device;
};

const sizeOf = (names: readonly [string, string], width: number | undefined, height: number | undefined) => {
  if (width === undefined && height === undefined) return undefined;
  if (width === undefined || height === undefined)
    throw invalid(`Give ${names.map((name) => `\`${name}\``).join(' and ')} together, or neither.`);
  return { width, height };
};

/**
 * Reads the viewport of a payload. `emulateDevice` wins over `viewport`, and `viewport` over `vw` and `vh`. Undefined
 * if the payload has no field of a viewport. Throws `invalid_request`.
 */
export const readViewport = (payload: object): SessionViewport | undefined => {
  const { data, error } = viewportSchema.safeParse(payload);
  if (error) throw payloadError(payload, error);
  const { viewport = {}, vw, vh, emulateDevice } = data;
  const size =
    sizeOf(['viewport.width', 'viewport.height'], viewport.width, viewport.height) ?? sizeOf(['vw', 'vh'], vw, vh);
  const device = emulateDevice === undefined ? undefined : deviceOf(emulateDevice);
  if (device) return { device };
  const deviceScaleFactor = viewport.deviceScaleFactor ?? data.deviceScaleFactor ?? data.scaleFactor;
  return size || deviceScaleFactor !== undefined ? { size, deviceScaleFactor } : undefined;
};
