import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';

const opening = '{'.charCodeAt(0);
const closing = '}'.charCodeAt(0);

const notAnObject = () => new Error('The streamed answer is not a JSON object.');

/** Replaces the last `}` of a JSON object by `end`. */
class FieldAppender extends Transform {
  readonly #end: string;
  /** Held back until the next chunk comes: the last one ends with the brace. */
  #last: Buffer | undefined;

  constructor(end: string) {
    super();
    this.#end = end;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const isObject = this.#last !== undefined || chunk[0] === opening;
    if (this.#last) this.push(this.#last);
    this.#last = chunk;
    done(isObject ? null : notAnObject());
  }

  override _flush(done: TransformCallback): void {
    const isObject = this.#last?.at(-1) === closing;
    if (isObject) this.push(this.#last?.subarray(0, -1));
    done(isObject ? null : notAnObject(), this.#end);
  }
}

/** A JSON object as an unread stream: read it to the end, or destroy it. */
export class StreamedAnswer {
  readonly stream: Readable;
  /** Undefined if the pod did not announce the length. */
  readonly bytes: number | undefined;

  constructor(stream: Readable, bytes: number | undefined) {
    this.stream = stream;
    this.bytes = bytes;
  }

  /** Appends fields to the object, which must not be empty. In JSON, the last field of a name wins. */
  withFields(fields: object): StreamedAnswer {
    const end = `,${JSON.stringify(fields).slice(1)}`;
    const bytes = this.bytes === undefined ? undefined : this.bytes - 1 + Buffer.byteLength(end);
    // The reader of the new stream receives the error.
    const lengthened = pipeline(this.stream, new FieldAppender(end), () => undefined);
    return new StreamedAnswer(lengthened, bytes);
  }
}

/** Reads to the end, or until more than `maxBytes` have arrived; what follows stays readable. */
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
