import { StoreUnavailable } from '@tintype/crds';

const newline = 0x0a;

/**
 * Parses a stream of one JSON value per line, in any chunks. Throws StoreUnavailable for a line that is not JSON, or
 * whose end is missing. Also throws it once more than `maxBytes` of an unfinished line have arrived.
 */
export async function* jsonLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<unknown> {
  let unfinishedLine: Buffer[] = [];
  let unfinishedBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield parse(Buffer.concat([...unfinishedLine, chunk.subarray(start, end)]));
      unfinishedLine = [];
      unfinishedBytes = 0;
      start = end + 1;
    }
    unfinishedLine.push(chunk.subarray(start));
    unfinishedBytes += chunk.length - start;
    if (unfinishedBytes > maxBytes)
      throw new StoreUnavailable(`A line of the watch is longer than ${maxBytes} bytes.`, 'none');
  }
  if (unfinishedBytes > 0) throw new StoreUnavailable('The watch ended in the middle of an event.', 'none');
}

const parse = (line: Buffer): unknown => {
  try {
    return JSON.parse(line.toString());
  } catch (cause) {
    throw new StoreUnavailable('A line of the watch is not JSON.', 'none', { cause });
  }
};
