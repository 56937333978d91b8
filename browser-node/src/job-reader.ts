import { outputsOf, type RenderJob, renderJobSchema } from '@tintype/contracts';
import type { JsMsg, Logger } from '@tintype/runtime';
import { type pairsReader, SecretsNotDecrypted } from './job-secrets.js';

/** Above this number of faulty subjects, all are forgotten and may be logged again. */
const maxSubjects = 1000;

interface JobReaderOptions {
  log: Pick<Logger, 'warn'>;
  readPairs: ReturnType<typeof pairsReader>;
}

/** Parses jobs. Logs only the first faulty job of a subject: the api offers each 4 times a second. */
export class JobReader {
  readonly #options: JobReaderOptions;
  readonly #faulty = new Set<string>();

  constructor(options: JobReaderOptions) {
    this.#options = options;
  }

  read(message: Pick<JsMsg, 'subject' | 'string'>): RenderJob | undefined {
    const { job, fault } = parse(message.string());
    if (!job) this.#warn(message.subject, { fault }, 'unreadable job: an api of another version may have written it');
    return job;
  }

  /** Whether this node can read the secret options of all outputs. A node with the api's key can. */
  decrypts(job: RenderJob, { subject }: Pick<JsMsg, 'subject'>): boolean {
    try {
      for (const output of outputsOf(job)) this.#options.readPairs(output);
      return true;
    } catch (error) {
      if (!(error instanceof SecretsNotDecrypted)) throw error;
      const { key, requestId } = job;
      this.#warn(
        subject,
        { err: error, key, requestId },
        'cannot decrypt the secrets of a job: it is left to other nodes',
      );
      return false;
    }
  }

  #warn(subject: string, facts: object, sentence: string): void {
    if (this.#faulty.has(subject)) return;
    if (this.#faulty.size >= maxSubjects) this.#faulty.clear();
    this.#faulty.add(subject);
    this.#options.log.warn({ subject, ...facts }, sentence);
  }
}

/** The fault names properties, not values, which may be an account's secrets. */
const parse = (text: string): { job?: RenderJob; fault?: string } => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { fault: 'it is not JSON' };
  }
  const { data, error } = renderJobSchema.safeParse(content);
  if (data) return { job: data };
  return { fault: error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
};
