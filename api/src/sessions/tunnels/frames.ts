/** The length of a frame's header. A server does not mask its frames, so its header has no masking key. */
const headerLength = (header: Buffer): number => {
  const length = (header[1] ?? 0) & 0x7f;
  if (length === 127) return 10;
  return length === 126 ? 4 : 2;
};

const payloadLength = (header: Buffer): number => {
  if (header.length === 10) return Number(header.readBigUInt64BE(2));
  return header.length === 4 ? header.readUInt16BE(2) : (header[1] ?? 0) & 0x7f;
};

const opcodes = { text: 0x1, binary: 0x2, close: 0x8 } as const;

/** Finds where the frames of a WebSocket server end (RFC 6455, 5.2). It keeps no payload. */
export class Frames {
  readonly #onBinary: () => void;
  #header = Buffer.alloc(0);
  #payloadLeft = 0;
  hasClosed = false;

  /** Calls `onBinary` at the start of each binary message. */
  constructor(onBinary: () => void = () => undefined) {
    this.#onBinary = onBinary;
  }

  /** True between two frames, where another frame may be inserted. */
  get isBetweenFrames(): boolean {
    return this.#header.length === 0 && this.#payloadLeft === 0;
  }

  /** Answers where the first frame ends in these bytes; undefined if none does. */
  read(chunk: Buffer): number | undefined {
    let firstEnd: number | undefined;
    for (let at = 0; at < chunk.length; ) {
      if (this.#payloadLeft === 0) at += this.#readHeader(chunk.subarray(at));
      const taken = Math.min(this.#payloadLeft, chunk.length - at);
      this.#payloadLeft -= taken;
      at += taken;
      if (this.isBetweenFrames) firstEnd ??= at;
    }
    return firstEnd;
  }

  #readHeader(bytes: Buffer): number {
    const piece = bytes.subarray(0, headerLength(this.#header) - this.#header.length);
    this.#header = Buffer.concat([this.#header, piece]);
    if (this.#header.length < headerLength(this.#header)) return piece.length;
    this.#payloadLeft = payloadLength(this.#header);
    const opcode = (this.#header[0] ?? 0) & 0xf;
    if (opcode === opcodes.binary) this.#onBinary();
    this.hasClosed ||= opcode === opcodes.close;
    this.#header = Buffer.alloc(0);
    return piece.length;
  }
}

/** A whole frame of a server, with at most 64 KiB. */
const frame = (opcode: number, payload: Buffer): Buffer => {
  const length = payload.length;
  const size = length < 126 ? [length] : [126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), payload]);
};

export const textFrame = (text: string): Buffer => frame(opcodes.text, Buffer.from(text));

export const closeFrame = ({ code, reason }: { code: number; reason: string }): Buffer =>
  frame(opcodes.close, Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]));
