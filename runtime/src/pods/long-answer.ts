import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';

const opening = '{'.charCodeAt(0);
const closing = '}'.charCodeAt(0);

const isNoObject = () => new Error('What is handed on is no object.');

/** Hands on an object in JSON as it comes, with more at its end. */
class Lengthening extends Transform {
  readonly #end: string;
  #last: Buffer | undefined;

  constructor(end: string) {
    super();
    this.#end = end;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const isObject = this.#last !== undefined || chunk[0] === opening;
    if (this.#last) this.push(this.#last);
    this.#last = chunk;
    done(isObject ? null : isNoObject());
  }

  override _flush(done: TransformCallback): void {
    const isObject = this.#last?.at(-1) === closing;
    if (isObject) this.push(this.#last?.subarray(0, -1));
    done(isObject ? null : isNoObject(), this.#end);
  }
}

/** An object in JSON that is not held as a whole, and nobody has looked at. Its stream is read to the end, or destroyed. */
export class LongAnswer {
  readonly stream: Readable;
  /** How long it is, where that has been said. */
  readonly bytes: number | undefined;

  constructor(stream: Readable, bytes: number | undefined) {
    this.stream = stream;
    this.bytes = bytes;
  }

  /** With fields at its end, where they hold against others of their name. The object has fields of its own. */
  with(fields: object): LongAnswer {
    const end = `,${JSON.stringify(fields).slice(1)}`;
    const bytes = this.bytes === undefined ? undefined : this.bytes - 1 + Buffer.byteLength(end);
    // Whoever reads hears of what fails.
    const lengthened = pipeline(this.stream, new Lengthening(end), () => undefined);
    return new LongAnswer(lengthened, bytes);
  }
}

/** What comes of a stream until it ends, or is more than so much: then the rest can still be read after it. */
export const startOf = async (stream: Readable, mostBytes: number): Promise<{ start: Buffer; isAll: boolean }> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) return { start: Buffer.concat(chunks), isAll: false };
  }
  return { start: Buffer.concat(chunks), isAll: true };
};
