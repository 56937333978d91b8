import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';

const openingBrace = '{'.charCodeAt(0);
const closingBrace = '}'.charCodeAt(0);

const notAnObjectError = () => new Error('The streamed answer is not a JSON object.');

/** Replaces the last `}` of a JSON object by `end`. */
class FieldAppender extends Transform {
  readonly #end: string;
  /** The newest chunk, held back until another one arrives: the final chunk ends with the brace. */
  #heldChunk: Buffer | undefined;

  constructor(end: string) {
    super();
    this.#end = end;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const hasOpeningBrace = this.#heldChunk !== undefined || chunk[0] === openingBrace;
    if (this.#heldChunk) this.push(this.#heldChunk);
    this.#heldChunk = chunk;
    done(hasOpeningBrace ? null : notAnObjectError());
  }

  override _flush(done: TransformCallback): void {
    const hasClosingBrace = this.#heldChunk?.at(-1) === closingBrace;
    if (hasClosingBrace) this.push(this.#heldChunk?.subarray(0, -1));
    done(hasClosingBrace ? null : notAnObjectError(), this.#end);
  }
}

/** A JSON object as an unread stream: read it to the end, or destroy it. */
export class StreamedAnswer {
  readonly stream: Readable;
  /** The length of the object; undefined if the pod did not announce it. */
  readonly bytes: number | undefined;

  constructor(stream: Readable, bytes: number | undefined) {
    this.stream = stream;
    this.bytes = bytes;
  }

  /**
   * Appends fields to the object, which must not be empty. An appended field replaces the object's own of the same
   * name: `JSON.parse` takes the last one.
   */
  withFields(fields: object): StreamedAnswer {
    const end = `,${JSON.stringify(fields).slice(1)}`;
    const bytes = this.bytes === undefined ? undefined : this.bytes - 1 + Buffer.byteLength(end);
    // The reader of `lengthened` receives every error, so this callback ignores it.
    const lengthened = pipeline(this.stream, new FieldAppender(end), () => undefined);
    return new StreamedAnswer(lengthened, bytes);
  }
}

/**
 * Reads `stream` to its end (`isAll`), or until `start` has more than `maxBytes`. The rest then stays readable.
 */
export const startOf = async (stream: Readable, maxBytes: number): Promise<{ start: Buffer; isAll: boolean }> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return { start: Buffer.concat(chunks), isAll: false };
  }
  return { start: Buffer.concat(chunks), isAll: true };
};
