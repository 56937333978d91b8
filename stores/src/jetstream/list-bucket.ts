import { type Kind, type Kinds, type ObjectList, type Selector, StoreUnavailable } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isSelected } from '../registry/names.js';
import type { ObjectBucket } from './object-bucket.js';
import { filterOf } from './object-subjects.js';
import { StreamReader } from './stream-reader.js';
import { versionText } from './watch-bucket.js';

/** A list fails after this long without a message. */
const silenceMs = 5000;

/**
 * Lists the objects that the selector matches. A watch from the list's version also reports writes that happened during
 * the list. Throws StoreUnavailable after 5 s without a message.
 *
 * A busy server can announce that no message is pending, and then send a message. So each subject without a message is
 * read on its own.
 */
export const listBucket = async <K extends Kind>(
  bucket: ObjectBucket,
  kind: K,
  selector: Selector,
  clock: Clock,
): Promise<ObjectList<Kinds[K]>> => {
  const filter = filterOf(bucket.name, kind, selector);
  const subjectsWithoutMessage = new Set(await bucket.subjects(filter));
  const { now, lastSequenceOfFilter } = await bucket.state(filter);
  const reader = await StreamReader.open(bucket, { filter, afterSequence: 0, clock });
  try {
    await readToEnd(reader, lastSequenceOfFilter, clock);
    const objects: (Kinds[K] | undefined)[] = [];
    for (let message = reader.take(); message; message = reader.take()) {
      subjectsWithoutMessage.delete(message.subject);
      objects.push(bucket.entryOf(kind, message).object);
    }
    const resourceVersion = versionText({ sequence: reader.lastSequence, time: now });
    const readAlone = await Promise.all([...subjectsWithoutMessage].map((subject) => bucket.readAt(kind, subject)));
    const all = [...objects, ...readAlone.map((entry) => entry?.object)];
    const items = all.filter((object) => object !== undefined && isSelected(selector, object)) as Kinds[K][];
    return { items, resourceVersion };
  } finally {
    reader.close();
  }
};

/** The reader may read from a lagging replica. So it must also reach the leader's last sequence of the filter. */
const readToEnd = async (reader: StreamReader, lastSequenceOfFilter: number, clock: Clock): Promise<void> => {
  const neverAborted = new AbortController();
  while (!reader.isAtEnd || reader.lastSequence < lastSequenceOfFilter) {
    const sequenceBefore = reader.lastSequence;
    const startedAt = clock.monotonic();
    await reader.wait(silenceMs, neverAborted.signal);
    const isSilent = reader.lastSequence === sequenceBefore && clock.monotonic() - startedAt >= silenceMs;
    if (isSilent) throw new StoreUnavailable('the bucket sent only a part of its objects', 'none');
  }
};
