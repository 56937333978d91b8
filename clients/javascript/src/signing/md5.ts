/** WebCrypto has no MD5, which version 1 of signed URLs needs (RFC 1321). */

const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

const sines = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0);

type State = [a: number, b: number, c: number, d: number];

const mix = (round: number, [, b, c, d]: State): number => {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (d & b) | (~d & c);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
};

/** The word of the block that a step reads. */
const wordAt = (round: number, step: number): number =>
  [step, 5 * step + 1, 3 * step + 5, 7 * step].map((each) => each % 16)[round] ?? 0;

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

const addBlock = (state: State, block: DataView, offset: number): State => {
  let [a, b, c, d] = state;
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4;
    const word = block.getInt32(offset + 4 * wordAt(round, step), true);
    const sum = (a + mix(round, [a, b, c, d]) + (sines[step] ?? 0) + word) | 0;
    [a, d, c, b] = [d, c, b, (b + rotate(sum, shifts[round as 0]?.[step % 4] ?? 0)) | 0];
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
};

/** The text, a bit 1, zeros, and the length in bits as 64 bits. */
const padded = (bytes: Uint8Array): DataView => {
  const view = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, bytes.length << 3, true);
  view.setUint32(view.byteLength - 4, Math.floor(bytes.length / 2 ** 29), true);
  return view;
};

/** Lowercase hex. */
export const md5 = (text: string): string => {
  const blocks = padded(new TextEncoder().encode(text));
  let state: State = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let offset = 0; offset < blocks.byteLength; offset += 64) state = addBlock(state, blocks, offset);
  const result = new DataView(new ArrayBuffer(16));
  for (const [at, word] of state.entries()) result.setInt32(4 * at, word, true);
  return Array.from(new Uint8Array(result.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
