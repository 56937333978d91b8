import { setTimeout as sleep } from 'node:timers/promises';
import { type Nats, NoRespondersError, TimeoutError } from '@tintype/runtime';

/** `answered`; `unheard`: nobody listens; `unanswered`: somebody does, but did not answer in time. */
export type AskOutcome = 'answered' | 'unheard' | 'unanswered';

interface Question {
  body: Uint8Array | string;
  timeoutMs: number;
}

const askOnce = async (
  { connection }: Pick<Nats, 'connection'>,
  subject: string,
  { body, timeoutMs }: Question,
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

/** After nats-server was started again, those who listen come back a little later than we may. */
const againMs = 500;

/**
 * Sends a request whose answer is only that there is one, and once more when nobody listens. Throws what the connection
 * throws.
 */
export const ask = async (nats: Pick<Nats, 'connection'>, subject: string, question: Question): Promise<AskOutcome> => {
  const outcome = await askOnce(nats, subject, question);
  if (outcome !== 'unheard') return outcome;
  await sleep(againMs);
  return askOnce(nats, subject, question);
};
