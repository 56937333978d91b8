import { setTimeout as sleep } from 'node:timers/promises';
import { type Nats, NoRespondersError, TimeoutError } from '@tintype/runtime';

/** `unheard`: no subscriber; `unanswered`: no answer in time. */
type AskOutcome = 'answered' | 'unheard' | 'unanswered';

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

/** Pause before the second try. After a restart of nats-server, subscribers may reconnect later than we do. */
const retryMs = 500;

/**
 * Sends a request whose answer has no content. Retries once if there is no subscriber. Throws what the connection
 * throws.
 */
export const ask = async (nats: Pick<Nats, 'connection'>, subject: string, question: Question): Promise<AskOutcome> => {
  const outcome = await askOnce(nats, subject, question);
  if (outcome !== 'unheard') return outcome;
  await sleep(retryMs);
  return askOnce(nats, subject, question);
};
