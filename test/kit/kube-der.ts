/**
 * The few encodings of ASN.1 that a certificate is made of, in DER: node:crypto reads certificates and makes none.
 * https://www.itu.int/rec/T-REC-X.690
 */

const lengthOf = (size: number): number[] => {
  if (size < 0x80) return [size];
  return size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
};

/** One element: its tag and everything in it, up to 64 kB. */
export const element = (tag: number, ...content: Uint8Array[]): Buffer => {
  const size = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Uint8Array.of(tag, ...lengthOf(size)), ...content]);
};

export const sequence = (...content: Uint8Array[]): Buffer => element(0x30, ...content);

export const set = (...content: Uint8Array[]): Buffer => element(0x31, ...content);

/** The element number `tag` of a surrounding one, with the tag of its own kept inside. */
export const explicit = (tag: number, content: Uint8Array): Buffer => element(0xa0 | tag, content);

/** A number that is not negative, as big-endian bytes. */
export const integer = (bytes: Uint8Array): Buffer =>
  element(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Uint8Array.of(0), bytes]) : bytes);

export const boolean = (value: boolean): Buffer => element(0x01, Uint8Array.of(value ? 0xff : 0));

export const octets = (bytes: Uint8Array): Buffer => element(0x04, bytes);

/** All bits of the bytes but the last `unused`. */
export const bits = (bytes: Uint8Array, unused = 0): Buffer => element(0x03, Uint8Array.of(unused), bytes);

export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text));

const base128 = (value: number): number[] => {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
};

/** An object identifier such as 2.5.4.3. */
export const identifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(base128)]));
};

/** A time up to the year 2049, to the second. */
export const utcTime = (time: Date): Buffer =>
  element(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
