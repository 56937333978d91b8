import { InvalidArgumentError } from 'commander';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A size for people: `512 B`, `23.4 kB`, `10.0 GB`. */
export const sizeOf = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
};

/** A duration for people: `12 s`, `3 min 20 s`, `2 h 5 min`. */
export const durationOf = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
};

/** Reads the value of an option: a whole number from 1 to `most`. */
export const wholeNumber =
  (most: number) =>
  (text: string): number => {
    if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It takes a whole number, 1 to ${most}.`);
  };
