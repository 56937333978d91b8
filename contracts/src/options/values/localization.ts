import { codec, decimal, jsonForms } from './codecs.js';

/**
 * The name in the spelling of the IANA database; undefined for other text. Node.js also takes offsets such as `+02:00`,
 * which are no names of the database. So the text must begin with a letter.
 */
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
  // `Intl` accepts codes of four to eight letters, but no language has one: `german` is a mistake.
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

/** In metres, as of a phone's GPS. */
const defaultAccuracy = 10;
const maxAccuracy = 1_000_000;

const geolocationOf = (text: string): Geolocation | undefined => {
  const parts = text.split(',').map((part) => decimal(part.trim()));
  const [latitude = Number.NaN, longitude = Number.NaN, accuracy = defaultAccuracy] = parts;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const isValid = isOnEarth && accuracy >= 0 && accuracy <= maxAccuracy && parts.length <= 3;
  return isValid ? { latitude, longitude, accuracy } : undefined;
};

export const geolocation = () => {
  const option = codec(
    `\`latitude,longitude\` or \`latitude,longitude,accuracy\`, such as 52.52,13.405,50. Latitude is from -90 to 90, longitude from -180 to 180, accuracy up to ${maxAccuracy} m`,
    { type: 'string', pattern: '^[0-9.+-]+,[0-9.+-]+(,[0-9.+]+)?$' },
    geolocationOf,
  );
  jsonForms.add(option, { kind: 'list', schema: { type: 'array', items: { type: 'number' } } });
  return option;
};
