import { formattedText } from './text.js';

const year = String.raw`[12]\d{3}`;
const leapYear = String.raw`([12]\d(0[48]|[2468][048]|[13579][26])|(1[26]|2[048])00)`;
const days = [
  `${year}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])`,
  `${year}-(0[469]|11)-(0[1-9]|[12][0-9]|30)`,
  `${year}-02-(0[1-9]|1[0-9]|2[0-8])`,
  `${leapYear}-02-29`,
].join('|');
const time = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?`;

const pattern = new RegExp(`^(${days})T${time}Z$`);
const lookalike = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/**
 * To the millisecond, the precision of `Date`, so that all engines order times alike. The pattern knows the valid days:
 * with `format: date-time` the API server also admits a list.
 */
export const timestamp = () =>
  formattedText({
    // Longer than any time: the refusal of longer text states only this limit.
    maxLength: 64,
    pattern,
    takes: 'a time in RFC 3339, in UTC, with at most milliseconds, such as 2026-03-01T12:00:00Z',
    lookalike: { pattern: lookalike, is: 'this day or time does not exist' },
  });
