import { type KeyObject, randomUUID } from 'node:crypto';
import {
  outputOrder,
  outputsOf,
  type RenderJob,
  renderJobSchema,
  sealJob,
  streams,
  subjects,
  TintypeError,
} from '@tintype/contracts';
import { isConflict, type Logger, type Nats } from '@tintype/runtime';
import { reachable, reachableAgain } from '../../reachable.js';
import type { Admission } from './admission.js';
import { candidateOf, type RenderRequest } from './render-request.js';

export interface JobOfferOptions {
  nats: Nats;
  admission: Pick<Admission, 'enter'>;
  /** Encrypts the secret options of jobs. */
  jobKey: KeyObject;
  log: Pick<Logger, 'warn'>;
}

/** A request that waits for one output of the job. */
export interface OfferMember {
  request: RenderRequest;
  /** Called if the job cannot be published and no other job is known. */
  onRefused: (error: unknown) => void;
}

/** A member's handle on its offer. */
export interface OfferHandle {
  /** Whether a job of this id was published for the member and, as far as known, accepted. */
  owns: (job: string) => boolean;
  /**
   * Publishes the job again unless it is on the queue; in the background, because another job's result may come first.
   */
  renew: () => void;
  /** Whether a node has the job that the member waits for, as far as known. Throws `unavailable`. */
  isInWork: () => Promise<boolean>;
  /** The member no longer waits. */
  close: () => void;
  /** Tells the nodes that this owner no longer waits. */
  leave: () => void;
}

/** A place in an offer for an output. The output may turn out to need no job. */
export interface ReservedOutput {
  take: (member: OfferMember) => OfferHandle;
  /** Call it when the output needs no job, or is done. */
  release: () => void;
}

interface OpenMember extends OfferMember {
  /** The ids of the jobs that were published for the member. */
  own: Set<string>;
  /** The subject on which the member's job is published. */
  jobSubject?: JobSubject;
}

const timeoutMs = 5000;

/** An offer waits this long for outputs of the page load that have not asked the cache yet. */
const reservedMs = 250;

/** The class, account and key of a subject, which has one job at a time. */
type JobSubject = Pick<RenderJob, 'class' | 'account' | 'key'>;

/** Whether a job on the queue renders the result of a key. */
type RendersKey = (key: string) => boolean;

const rendersKeyOf = (text: string, jobSubject: JobSubject): RendersKey => {
  try {
    const keys = new Set(outputsOf(renderJobSchema.parse(JSON.parse(text))).map(({ key }) => key));
    return (key) => keys.has(key);
  } catch {
    return (key) => key === jobSubject.key;
  }
};

/**
 * Returns undefined if it published the job. Else it returns a test for keys: whether the job on the subject renders their
 * results. Throws `overloaded` if the queue is full.
 */
const publishJob = async (nats: Nats, job: RenderJob, jobSubject: JobSubject): Promise<RendersKey | undefined> => {
  const subject = subjects.job(jobSubject.class, jobSubject.account, jobSubject.key);
  try {
    const expect = { lastSubjectSequence: 0 };
    const options = { msgID: job.id, expect, timeout: timeoutMs };
    await reachableAgain(nats, () => nats.jetstream.publish(subject, JSON.stringify(job), options));
    return undefined;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The server has one code for "subject taken" and "stream full".
    const { streams: api } = nats.manager;
    const held = await reachable(api.getMessage(streams.renders, { last_by_subj: subject }));
    if (held) return rendersKeyOf(held.string(), jobSubject);
    const { state, config } = await reachable(api.info(streams.renders));
    if (state.messages >= config.max_msgs) throw new TintypeError('overloaded');
    // The other job ended meanwhile. `renew` publishes ours.
    return () => true;
  }
};

/** Whether a node has got the job. A consumer delivers in order, so each job up to its position was delivered. */
const isDelivered = async (nats: Nats, jobSubject: JobSubject): Promise<boolean> => {
  const last_by_subj = subjects.job(jobSubject.class, jobSubject.account, jobSubject.key);
  const { streams: api, consumers } = nats.manager;
  const job = await reachableAgain(nats, () => api.getMessage(streams.renders, { last_by_subj }));
  if (!job) return false;
  const { delivered } = await reachableAgain(nats, () => consumers.info(streams.renders, jobSubject.class));
  return job.seq <= delivered.stream_seq;
};

const subjectOf = ({ request }: OpenMember): JobSubject => request.job;

/** The output's position in `outputOrder`. */
const placeInOrder = ({ request }: OpenMember) => outputOrder.indexOf(request.job.endpoint);

/** One job for all open members, which differ in their output only. */
const jobOf = (members: readonly OpenMember[], ids: readonly string[], jobKey: KeyObject): RenderJob | undefined => {
  const jobs = members.map(({ request }, at) => sealJob(jobKey, { ...request.job, id: ids[at] ?? '' }));
  const [first, ...others] = jobs;
  const also = others.map(({ id, endpoint, key, pairs, sealed }) => ({ id, endpoint, key, pairs, sealed }));
  return first && { ...first, ...(also.length > 0 ? { also } : {}), publishedAt: Date.now() };
};

/**
 * Keeps a job on the queue while a member waits. Publishes it in its account's turn, and again at each `renew`. The
 * subject has the key of the output that the node makes last, so the queue has the job once. With the key of an earlier
 * output, the subject would stay taken after that output's end.
 */
export class JobOffer {
  readonly #options: JobOfferOptions;
  readonly #open = new Set<OpenMember>();
  readonly #reserved = new Set<symbol>();
  readonly #decideUntil = performance.now() + reservedMs;
  /** Aborts when no member waits. A later member begins with a new controller. */
  #closed = new AbortController();
  #subject: JobSubject | undefined;
  #isPublishing = false;
  /** True after the account's turn: the subject has a job, ours or another's. */
  #isAdmitted = false;

  constructor(options: JobOfferOptions) {
    this.#options = options;
  }

  /** Call it for all outputs before any place is taken. */
  reserve(): ReservedOutput {
    const mark = Symbol();
    this.#reserved.add(mark);
    const release = () => {
      if (!this.#reserved.delete(mark)) return;
      this.#closeIfEmpty();
      this.#renew();
    };
    return {
      release,
      take: (member) => {
        this.#reserved.delete(mark);
        return this.#join(member);
      },
    };
  }

  #closeIfEmpty(): void {
    if (this.#open.size === 0 && this.#reserved.size === 0) this.#closed.abort();
  }

  #join(member: OfferMember): OfferHandle {
    if (this.#closed.signal.aborted) this.#closed = new AbortController();
    const open: OpenMember = { ...member, own: new Set<string>() };
    this.#open.add(open);
    return {
      owns: (job) => open.own.has(job),
      renew: () => this.#renew(),
      isInWork: async () =>
        this.#isPublishing || (open.jobSubject !== undefined && isDelivered(this.#options.nats, open.jobSubject)),
      close: () => {
        this.#open.delete(open);
        this.#closeIfEmpty();
      },
      leave: () => {
        for (const job of open.own) this.#options.nats.connection.publish(subjects.left(job));
      },
    };
  }

  #renew(): void {
    const isEarly = this.#reserved.size > 0 && performance.now() < this.#decideUntil;
    if (this.#isPublishing || isEarly || this.#open.size === 0) return;
    this.#isPublishing = true;
    const { signal } = this.#closed;
    this.#publish(signal)
      .catch((error) => {
        if (!signal.aborted) this.#refuse(error);
      })
      .finally(() => {
        this.#isPublishing = false;
        // All members had left, then a new one came.
        if (signal.aborted) this.#renew();
      });
  }

  async #publish(signal: AbortSignal): Promise<void> {
    const [first] = this.#open;
    if (this.#isAdmitted || !first) return this.#publishOnce();
    const candidate = candidateOf(first.request);
    const { withdrawn } = first.request;
    const until = withdrawn ? AbortSignal.any([signal, withdrawn]) : signal;
    await this.#options.admission.enter(candidate, until, () => this.#publishOnce());
    this.#isAdmitted = true;
  }

  async #publishOnce(): Promise<void> {
    const members = [...this.#open].toSorted((a, b) => placeInOrder(b) - placeInOrder(a));
    const [last] = members;
    if (!last) return;
    this.#subject ??= subjectOf(last);
    for (const member of members) member.jobSubject ??= this.#subject;
    for (const group of Map.groupBy(members, ({ jobSubject }) => jobSubject?.key).values())
      await this.#publishGroup(group);
  }

  /**
   * Publishes one job for members on one subject. The subject may already have a job for some of their outputs. The
   * others then get their own job at once.
   */
  async #publishGroup(members: readonly OpenMember[]): Promise<void> {
    const ids = members.map(() => randomUUID());
    const job = jobOf(members, ids, this.#options.jobKey);
    const jobSubject = members[0]?.jobSubject;
    if (!job || !jobSubject) return;
    // Note the ids before the publish: results must find their owners.
    for (const [index, { own }] of members.entries()) own.add(ids[index] ?? '');
    const disown = () => {
      for (const [index, { own }] of members.entries()) own.delete(ids[index] ?? '');
    };
    const renders = await publishJob(this.#options.nats, job, jobSubject).catch((error: unknown) => {
      disown();
      throw error;
    });
    if (!renders) return;
    disown();
    const others = members.filter(({ request }) => !renders(request.job.key));
    const [last] = others;
    // The job on the subject does not render that subject's own output. `renew` tries again.
    if (!last || subjectOf(last).key === jobSubject.key) return;
    for (const member of others) member.jobSubject = subjectOf(last);
    await this.#publishGroup(others);
  }

  #refuse(error: unknown): void {
    const { log } = this.#options;
    if (!this.#isAdmitted) for (const { onRefused } of this.#open) onRefused(error);
    else if (this.#open.size > 0) {
      const key = this.#subject?.key;
      log.warn({ err: error, key }, 'cannot publish the job again: its requests try again at their next poll');
    }
  }
}
