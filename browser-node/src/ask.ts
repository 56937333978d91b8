import { type Nats, NoRespondersError, TimeoutError } from '@tintype/runtime';

/** `answered`; `unheard`: nobody listens; `unanswered`: somebody does, but did not answer in time. */
export type AskOutcome = 'answered' | 'unheard' | 'unanswered';

/** Sends a request whose answer is only that there is one. Throws what the connection throws. */
export const ask = async (
  { connection }: Pick<Nats, 'connection'>,
  subject: string,
  { body, timeoutMs }: { body: Uint8Array | string; timeoutMs: number },
): Promise<AskOutcome> => {
  try {
    await connection.request(subject, body, { timeout: timeoutMs });
    return 'answered';
  } catch (error) {
    const reasons = [error, (error as Error).cause];
    if (reasons.some((reason) => reason instanceof NoRespondersError)) return 'unheard';
    if (reasons.some((reason) => reason instanceof TimeoutError)) return 'unanswered';
    throw error;
  }
};
