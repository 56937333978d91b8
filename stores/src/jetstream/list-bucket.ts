import { type Kind, type Kinds, type ObjectList, type Selector, StoreUnavailable } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isSelected } from '../registry/names.js';
import type { ObjectBucket } from './object-bucket.js';
import { filterOf } from './object-subjects.js';
import { StreamReader } from './stream-reader.js';
import { versionText } from './watch-bucket.js';

/** Gives up after this long without a message. */
const silenceMs = 5000;

/**
 * Lists all objects. A watch from the list's version also reports writes that happened during the list. A busy server
 * can announce that no message is pending and then send one. So each subject without a message is read on its own.
 */
export const listBucket = async <K extends Kind>(
  bucket: ObjectBucket,
  kind: K,
  selector: Selector,
  clock: Clock,
): Promise<ObjectList<Kinds[K]>> => {
  const filter = filterOf(bucket.name, kind, selector);
  const missing = new Set(await bucket.subjects(filter));
  const { now, lastOfFilter } = await bucket.state(filter);
  const reader = await StreamReader.open(bucket, { filter, after: 0, clock });
  try {
    await readToEnd(reader, lastOfFilter, clock);
    const objects: (Kinds[K] | undefined)[] = [];
    for (let message = reader.take(); message; message = reader.take()) {
      missing.delete(message.subject);
      objects.push(bucket.entryOf(kind, message).object);
    }
    const resourceVersion = versionText({ sequence: reader.lastSeen, time: now });
    const late = await Promise.all([...missing].map((subject) => bucket.readAt(kind, subject)));
    const all = [...objects, ...late.map((entry) => entry?.object)];
    const items = all.filter((object) => object !== undefined && isSelected(selector, object)) as Kinds[K][];
    return { items, resourceVersion };
  } finally {
    reader.close();
  }
};

/** A reader can follow a lagging replica, so it must also reach the leader's last sequence. */
const readToEnd = async (reader: StreamReader, last: number, clock: Clock): Promise<void> => {
  const neverAborted = new AbortController();
  while (!reader.isAtEnd || reader.lastSeen < last) {
    const before = reader.lastSeen;
    const since = clock.monotonic();
    await reader.wait(silenceMs, neverAborted.signal);
    const isSilent = reader.lastSeen === before && clock.monotonic() - since >= silenceMs;
    if (isSilent) throw new StoreUnavailable('the bucket sent only a part of its objects', 'none');
  }
};
