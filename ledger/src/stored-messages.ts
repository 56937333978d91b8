import { Deadline, type Nats } from '@tintype/runtime';

type Manager = Nats['manager'];
type Batch = Parameters<Manager['direct']['getLastMessagesFor']>[1];
type Callback = NonNullable<Batch['callback']>;

/** A message's JSON, or undefined when it is none. */
export const jsonOf = (message: { json: () => unknown }): unknown => {
  try {
    return message.json();
  } catch {
    return undefined;
  }
};

/** A message as it lies in a stream. */
export type StoredMessage = NonNullable<Awaited<ReturnType<Manager['streams']['getMessage']>>>;

/** So many are asked for at once: the server gives no more than 1024 last messages. */
export const batchSize = 500;

/** A batch that has not come whole by then never will: the connection was lost in the middle. */
const timeoutMs = 10_000;

/** The last message on each subject that has one, of up to 1024 subjects; as a copy of the stream has them. */
export const lastMessages = (manager: Manager, stream: string, subjects: string[]): Promise<StoredMessage[]> =>
  gather((callback) => manager.direct.getLastMessagesFor(stream, { multi_last: subjects, callback }));

/** Every message behind a sequence, in order, some at a time; as a copy of the stream has them. */
export async function* pagesOf(manager: Manager, stream: string, after = 0): AsyncGenerator<StoredMessage[]> {
  for (let seq = after + 1; ; ) {
    const page = await gather((callback) => manager.direct.getBatch(stream, { seq, batch: batchSize, callback }));
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (last.pending === 0) return;
    seq = last.seq + 1;
  }
}

/** Not by the client's iterator: it never ends its subscription, and never ends when the connection is lost. */
const gather = async (ask: (callback: Callback) => Promise<{ stop: () => void }>): Promise<StoredMessage[]> => {
  const messages: StoredMessage[] = [];
  const whole = Promise.withResolvers<void>();
  const deadline = Deadline.in(timeoutMs);
  const asked = await ask((end, message) => {
    if (!end) return void messages.push(message);
    // The client ends the batch by a call in the place of a message.
    if (typeof message === 'function') (message as () => void)();
    if (end.err && !isEmpty(end.err)) whole.reject(end.err);
    else whole.resolve();
  });
  try {
    await deadline.race(whole.promise);
    return messages;
  } finally {
    deadline.clear();
    asked.stop();
  }
};

const isEmpty = (error: Error): boolean => error.message === 'message not found' || error.message === 'no results';
