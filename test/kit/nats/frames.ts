const lineEnd = Buffer.from('\r\n');

/** A message of the NATS protocol: https://docs.nats.io/reference/reference-protocols/nats-protocol */
export interface Frame {
  /** PUB, HPUB, MSG, HMSG, SUB, UNSUB, … */
  verb: string;
  /** The words behind the verb, also lengths. */
  words: string[];
  /** Without headers. */
  body: Buffer;
  bytes: Buffer;
}

/** A line ends with the lengths of headers, if any, and of the whole payload. */
const lengthsOf = (verb: string, words: readonly string[]): [headers: number, whole: number] => {
  if (!/^H?(PUB|MSG)$/.test(verb)) return [0, 0];
  const whole = Number(words.at(-1));
  return [verb.startsWith('H') ? Number(words.at(-2)) : 0, whole];
};

/** Cuts a stream into frames; call it with each chunk. */
export const createFrameReader = (onFrame: (frame: Frame) => void): ((piece: Buffer) => void) => {
  let pieces: Buffer[] = [];
  let held = 0;
  /** No frame ends within fewer bytes. */
  let wanted = 0;
  const readOne = (bytes: Buffer): number | undefined => {
    const end = bytes.indexOf(lineEnd);
    if (end < 0) return undefined;
    const [verb = '', ...words] = bytes.toString('latin1', 0, end).trim().split(/\s+/);
    const [headers, whole] = lengthsOf(verb.toUpperCase(), words);
    const start = end + lineEnd.length;
    const isMessage = /^H?(PUB|MSG)$/i.test(verb);
    const length = isMessage ? start + whole + lineEnd.length : start;
    if (bytes.length < length) {
      wanted = length;
      return undefined;
    }
    const body = bytes.subarray(start + headers, start + whole);
    onFrame({ verb: verb.toUpperCase(), words, body, bytes: bytes.subarray(0, length) });
    return length;
  };
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) return;
    let bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
    wanted = 0;
    for (let length = readOne(bytes); length !== undefined; length = readOne(bytes)) bytes = bytes.subarray(length);
    pieces = bytes.length > 0 ? [bytes] : [];
    held = bytes.length;
  };
};

/** NATS wildcards. */
export const matches = (pattern: string, subject: string): boolean => {
  const [wanted, given] = [pattern.split('.'), subject.split('.')];
  const open = wanted.at(-1) === '>';
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((token, at) => token === '*' || (open && at === wanted.length - 1) || token === given[at]);
};
