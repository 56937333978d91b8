import { type RenderJob, renderJobSchema } from '@tintype/contracts';
import type { JsMsg, Logger } from '@tintype/runtime';

/** Subjects that are remembered; one more, and all are forgotten. */
const mostSubjects = 1000;

/** Reads jobs, and logs the first of each subject that cannot be read: the api offers a job 4 times a second. */
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
    if (this.#unreadable.size >= mostSubjects) this.#unreadable.clear();
    this.#unreadable.add(subject);
    this.#log.warn({ subject, fault }, 'unreadable job: an api of another version may have written it');
  }
}

/** The fault names properties and no values, which may be secrets of an account. */
const parse = (text: string): { job?: RenderJob; fault?: string } => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { fault: 'no JSON' };
  }
  const { data, error } = renderJobSchema.safeParse(content);
  if (data) return { job: data };
  return { fault: error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
};
