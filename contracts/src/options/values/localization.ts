import { codec, decimal, jsonForms } from './codecs.js';

/** A name that both Node.js and Chromium know; in the spelling of the database. */
const zoneOf = (text: string): string | undefined => {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

export const timeZone = () =>
  codec('an IANA time zone, such as Europe/Berlin', { type: 'string', maxLength: 64 }, zoneOf);

const localeOf = (text: string): string | undefined => {
  // No language code has four to eight letters: `german` is a mistake.
  if (text.length > 64 || /^[a-z]{4,8}(-|$)/i.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
};

export const locale = () =>
  codec('a BCP 47 language, such as de-DE', { type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9-]+$' }, localeOf);

export interface Geolocation {
  /** In degrees. */
  latitude: number;
  longitude: number;
  /** In metres. */
  accuracy: number;
}

/** Accuracy of a phone's GPS. */
const usualAccuracy = 10;
const maxAccuracy = 1_000_000;

const placeOf = (text: string): Geolocation | undefined => {
  const parts = text.split(',').map((part) => decimal(part.trim()));
  const [latitude = Number.NaN, longitude = Number.NaN, accuracy = usualAccuracy] = parts;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const isPlace = isOnEarth && accuracy >= 0 && accuracy <= maxAccuracy && parts.length <= 3;
  return isPlace ? { latitude, longitude, accuracy } : undefined;
};

export const place = () => {
  const somewhere = codec(
    `\`latitude,longitude\` or \`latitude,longitude,accuracy\`, such as 52.52,13.405,50. Latitude is from -90 to 90, longitude from -180 to 180, accuracy up to ${maxAccuracy} m`,
    { type: 'string', pattern: '^[0-9.+-]+,[0-9.+-]+(,[0-9.+]+)?$' },
    placeOf,
  );
  jsonForms.add(somewhere, { kind: 'list', schema: { type: 'array', items: { type: 'number' } } });
  return somewhere;
};
