import { StoreUnavailable } from '@tintype/crds';

const newline = 0x0a;

/**
 * Parses a stream of one JSON value per line, in any chunks. Fails on a line above `maxBytes`, and on an end in the
 * middle of a line.
 */
export async function* jsonLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<unknown> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield parse(Buffer.concat([...rest, chunk.subarray(start, end)]));
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > maxBytes)
      throw new StoreUnavailable(`A line of the watch is longer than ${maxBytes} bytes.`, 'none');
  }
  if (restBytes > 0) throw new StoreUnavailable('The watch ended in the middle of an event.', 'none');
}

const parse = (line: Buffer): unknown => {
  try {
    return JSON.parse(line.toString());
  } catch (cause) {
    throw new StoreUnavailable('A line of the watch is not JSON.', 'none', { cause });
  }
};
