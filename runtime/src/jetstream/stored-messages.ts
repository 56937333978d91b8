import type { Nats } from '../nats.js';
import { Deadline } from '../time/deadline.js';

type Manager = Nats['manager'];
type BatchOptions = Parameters<Manager['direct']['getLastMessagesFor']>[1];
type Callback = NonNullable<BatchOptions['callback']>;

/** The parsed body of a message. Undefined if the body is not JSON. */
export const jsonOf = (message: { json: () => unknown }): unknown => {
  try {
    return message.json();
  } catch {
    return undefined;
  }
};

export type StoredMessage = NonNullable<Awaited<ReturnType<Manager['streams']['getMessage']>>>;

/** How many messages one read asks for. It must be below 1024, the server's maximum for a batch of last messages. */
export const messagesPerRead = 500;

/** If a batch of messages is incomplete after 10 s, the connection was lost. */
const timeoutMs = 10_000;

/**
 * The last message of each subject, read from any replica. Takes up to 1024 subjects; those without a message are left
 * out.
 */
export const lastMessages = (manager: Manager, stream: string, subjects: string[]): Promise<StoredMessage[]> =>
  gather((callback) => manager.direct.getLastMessagesFor(stream, { multi_last: subjects, callback }));

/** Up to `batch` messages from the sequence `seq` on, read from any replica. */
export const messagesFrom = (
  manager: Manager,
  stream: string,
  from: { seq: number; batch: number },
): Promise<StoredMessage[]> => gather((callback) => manager.direct.getBatch(stream, { ...from, callback }));

/** All messages after the sequence `after`, in pages, read from any replica. */
export async function* pagesOf(manager: Manager, stream: string, after = 0): AsyncGenerator<StoredMessage[]> {
  for (let seq = after + 1; ; ) {
    const page = await messagesFrom(manager, stream, { seq, batch: messagesPerRead });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (last.pending === 0) return;
    seq = last.seq + 1;
  }
}

/**
 * Collects a batch of messages by callback: the client's iterator neither unsubscribes nor ends when the connection is
 * lost. Throws if the batch is incomplete after 10 s.
 */
const gather = async (ask: (callback: Callback) => Promise<{ stop: () => void }>): Promise<StoredMessage[]> => {
  const messages: StoredMessage[] = [];
  const complete = Promise.withResolvers<void>();
  const deadline = Deadline.in(timeoutMs);
  const reading = await ask((end, message) => {
    if (!end) return void messages.push(message);
    // At the end of a batch, the client may pass a function to call in place of a message.
    if (typeof message === 'function') (message as () => void)();
    if (end.err && !meansNoMessages(end.err)) complete.reject(end.err);
    else complete.resolve();
  });
  try {
    await deadline.race(complete.promise);
    return messages;
  } finally {
    deadline.clear();
    reading.stop();
  }
};

const meansNoMessages = (error: Error): boolean =>
  error.message === 'message not found' || error.message === 'no results';
