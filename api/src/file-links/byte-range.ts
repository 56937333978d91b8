import type { ByteRange } from '../result-bytes/blob-store.js';

/**
 * The bytes that a `Range` header (RFC 9110, 14.2) asks for, of a file of `length` bytes. `unsatisfiable` if the file
 * has none of them. Undefined if the answer has to be the whole file: for several ranges, other units or bad syntax.
 */
export const byteRangeOf = (header: string, length: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const suffix = Math.min(Number(last), length);
    return suffix === 0 ? 'unsatisfiable' : { start: length - suffix, end: length - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= length) return 'unsatisfiable';
  return { start, end: last === '' ? length - 1 : Math.min(Number(last), length - 1) };
};
