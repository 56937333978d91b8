import { type Kind, type Kinds, type ObjectList, type Selector, StoreUnavailable } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { demandSelector, isSelected } from '../registry/selection.js';
import { type ObjectBucket, objectOfMessage } from './object-bucket.js';
import { filterOf } from './object-subjects.js';
import { positionText } from './position.js';
import { StreamReader } from './stream-reader.js';

/** Without a message for so long, reading on is given up. */
const silenceMs = 5000;

/**
 * All objects at one moment: when the server says that nothing is behind a message, every object that is there has come,
 * since one that was written meanwhile comes again.
 */
export const listBucket = async <K extends Kind>(
  bucket: ObjectBucket,
  kind: K,
  selector: Selector,
  clock: Clock,
): Promise<ObjectList<Kinds[K]>> => {
  demandSelector(selector);
  const filter = filterOf(bucket.name, kind, selector);
  const { now, lastOfFilter } = await bucket.state(filter);
  const reader = await StreamReader.open(bucket, { filter, after: 0, clock });
  try {
    await readToEnd(reader, lastOfFilter, clock);
    const items: Kinds[K][] = [];
    for (let message = reader.take(); message; message = reader.take()) {
      const object = objectOfMessage<K>(message);
      if (object && isSelected(selector, object)) items.push(object);
    }
    return { items, resourceVersion: positionText({ sequence: reader.lastSeen, time: now }) };
  } finally {
    reader.close();
  }
};

/** The reader may follow a replica that is behind: so it must also have seen what the leader has. */
const readToEnd = async (reader: StreamReader, last: number, clock: Clock): Promise<void> => {
  const going = new AbortController();
  while (!reader.isAtEnd || reader.lastSeen < last) {
    const before = reader.lastSeen;
    const since = clock.monotonic();
    await reader.wait(silenceMs, going.signal);
    const isSilent = reader.lastSeen === before && clock.monotonic() - since >= silenceMs;
    if (isSilent) throw new StoreUnavailable('the bucket does not say all that it has', 'none');
  }
};
