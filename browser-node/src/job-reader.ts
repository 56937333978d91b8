import { type RenderJob, renderJobSchema } from '@tintype/contracts';
import type { JsMsg, Logger } from '@tintype/runtime';

/** Forgets all subjects above this number. */
const maxSubjects = 1000;

/** Parses jobs. Logs only the first invalid job of a subject: the api offers each 4 times a second. */
export class JobReader {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #unreadable = new Set<string>();

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  read(message: Pick<JsMsg, 'subject' | 'string'>): RenderJob | undefined {
    const { job, fault } = parse(message.string());
    if (!job) this.#warn(message.subject, fault);
    return job;
  }

  #warn(subject: string, fault: string | undefined): void {
    if (this.#unreadable.has(subject)) return;
    if (this.#unreadable.size >= maxSubjects) this.#unreadable.clear();
    this.#unreadable.add(subject);
    this.#log.warn({ subject, fault }, 'unreadable job: an api of another version may have written it');
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
