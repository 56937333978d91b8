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
  /** Called with the error if the first publish fails, or the wait for it. Later failures are only logged. */
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
  /**
   * Whether a node has the job that the member waits for, as far as known. True also while the job is being published.
   * Throws `unavailable`.
   */
  isInWork: () => Promise<boolean>;
  /** The member no longer waits. */
  close: () => void;
  /** Tells the nodes that have the member's jobs that the member no longer waits. */
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

const publishTimeoutMs = 5000;

/** An offer waits this long for outputs of the page load whose requests still read the cache. */
const reservedMs = 250;

/** The class, account and key of a subject, which has one job at a time. */
type JobSubject = Pick<RenderJob, 'class' | 'account' | 'key'>;

/** Whether a job on the queue renders the result of a key. */
type RendersKey = (key: string) => boolean;

/** The test for a job's text. A job that this version cannot read renders at least the key of its subject. */
const rendersKeyOf = (text: string, jobSubject: JobSubject): RendersKey => {
  try {
    const keys = new Set(outputsOf(renderJobSchema.parse(JSON.parse(text))).map(({ key }) => key));
    return (key) => keys.has(key);
  } catch {
    return (key) => key === jobSubject.key;
  }
};

/**
 * Publishes a job unless its subject has one. Returns undefined if it published. Otherwise returns whether the job on
 * the subject renders a given key. Throws `overloaded` if the queue is full.
 */
const publishJob = async (nats: Nats, job: RenderJob, jobSubject: JobSubject): Promise<RendersKey | undefined> => {
  const subject = subjects.job(jobSubject.class, jobSubject.account, jobSubject.key);
  try {
    const expect = { lastSubjectSequence: 0 };
    const options = { msgID: job.id, expect, timeout: publishTimeoutMs };
    await reachableAgain(nats, () => nats.jetstream.publish(subject, JSON.stringify(job), options));
    return undefined;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The server has one code for "subject taken" and "stream full".
    const { manager } = nats;
    const held = await reachable(manager.streams.getMessage(streams.renders, { last_by_subj: subject }));
    if (held) return rendersKeyOf(held.string(), jobSubject);
    const { state, config } = await reachable(manager.streams.info(streams.renders));
    if (state.messages >= config.max_msgs) throw new TintypeError('overloaded');
    // The other job ended meanwhile. Publish nothing now: `renew` publishes ours.
    return () => true;
  }
};

/** Whether a node has got the job. A consumer delivers in order, so each job up to its position was delivered. */
const isDelivered = async (nats: Nats, jobSubject: JobSubject): Promise<boolean> => {
  const last_by_subj = subjects.job(jobSubject.class, jobSubject.account, jobSubject.key);
  const { manager } = nats;
  const job = await reachableAgain(nats, () => manager.streams.getMessage(streams.renders, { last_by_subj }));
  if (!job) return false;
  const { delivered } = await reachableAgain(nats, () => manager.consumers.info(streams.renders, jobSubject.class));
  return job.seq <= delivered.stream_seq;
};

const subjectOf = ({ request }: OpenMember): JobSubject => request.job;

/** The output's position in `outputOrder`. */
const placeInOrder = ({ request }: OpenMember) => outputOrder.indexOf(request.job.endpoint);

/** One job for all open members, which differ in their output only. */
const jobOf = (members: readonly OpenMember[], ids: readonly string[], jobKey: KeyObject): RenderJob | undefined => {
  const jobs = members.map(({ request }, index) => sealJob(jobKey, { ...request.job, id: ids[index] ?? '' }));
  const [first, ...others] = jobs;
  const also = others.map(({ id, endpoint, key, pairs, sealed }) => ({ id, endpoint, key, pairs, sealed }));
  return first && { ...first, ...(also.length > 0 ? { also } : {}), publishedAt: Date.now() };
};

/**
 * Keeps a job on the queue while a member waits. Publishes it in its account's turn, and again at each `renew`. One job
 * serves all outputs, on the subject with the key of the output that the node makes last. With the key of an earlier
 * output, that output's subject would stay taken after its end.
 */
export class JobOffer {
  readonly #options: JobOfferOptions;
  readonly #members = new Set<OpenMember>();
  readonly #reserved = new Set<symbol>();
  readonly #reservedUntil = performance.now() + reservedMs;
  /** Aborts when no member waits. A later member begins with a new controller. */
  #closed = new AbortController();
  #subject: JobSubject | undefined;
  #isPublishing = false;
  /** True after the first publish in the account's turn: the subject then had a job, ours or another's. */
  #isAdmitted = false;

  constructor(options: JobOfferOptions) {
    this.#options = options;
  }

  /** Reserves a place for an output. Call it for all outputs before the first `take`. */
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
    if (this.#members.size === 0 && this.#reserved.size === 0) this.#closed.abort();
  }

  #join(member: OfferMember): OfferHandle {
    if (this.#closed.signal.aborted) this.#closed = new AbortController();
    const open: OpenMember = { ...member, own: new Set<string>() };
    this.#members.add(open);
    return {
      owns: (job) => open.own.has(job),
      renew: () => this.#renew(),
      isInWork: async () =>
        this.#isPublishing || (open.jobSubject !== undefined && isDelivered(this.#options.nats, open.jobSubject)),
      close: () => {
        this.#members.delete(open);
        this.#closeIfEmpty();
      },
      leave: () => {
        for (const job of open.own) this.#options.nats.connection.publish(subjects.left(job));
      },
    };
  }

  #renew(): void {
    const isEarly = this.#reserved.size > 0 && performance.now() < this.#reservedUntil;
    if (this.#isPublishing || isEarly || this.#members.size === 0) return;
    this.#isPublishing = true;
    const { signal } = this.#closed;
    this.#publish(signal)
      .catch((error) => {
        if (!signal.aborted) this.#refuse(error);
      })
      .finally(() => {
        this.#isPublishing = false;
        // All members left, then a new one joined.
        if (signal.aborted) this.#renew();
      });
  }

  async #publish(signal: AbortSignal): Promise<void> {
    const [first] = this.#members;
    if (this.#isAdmitted || !first) return this.#publishOnce();
    const candidate = candidateOf(first.request);
    const { withdrawn } = first.request;
    const until = withdrawn ? AbortSignal.any([signal, withdrawn]) : signal;
    await this.#options.admission.enter(candidate, until, () => this.#publishOnce());
    this.#isAdmitted = true;
  }

  async #publishOnce(): Promise<void> {
    const members = [...this.#members].toSorted((a, b) => placeInOrder(b) - placeInOrder(a));
    const [last] = members;
    if (!last) return;
    this.#subject ??= subjectOf(last);
    for (const member of members) member.jobSubject ??= this.#subject;
    for (const group of Map.groupBy(members, ({ jobSubject }) => jobSubject?.key).values())
      await this.#publishGroup(group);
  }

  /**
   * Publishes one job for members on one subject. If the subject has a job already, the outputs that it lacks get their
   * own job at once.
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
    const rendersKey = await publishJob(this.#options.nats, job, jobSubject).catch((error: unknown) => {
      disown();
      throw error;
    });
    if (!rendersKey) return;
    disown();
    const others = members.filter(({ request }) => !rendersKey(request.job.key));
    const [last] = others;
    // The job on the subject does not render that subject's own output. `renew` tries again.
    if (!last || subjectOf(last).key === jobSubject.key) return;
    for (const member of others) member.jobSubject = subjectOf(last);
    await this.#publishGroup(others);
  }

  #refuse(error: unknown): void {
    const { log } = this.#options;
    if (!this.#isAdmitted) for (const { onRefused } of this.#members) onRefused(error);
    else if (this.#members.size > 0) {
      const key = this.#subject?.key;
      log.warn({ err: error, key }, 'cannot publish the job again: its requests try again at their next poll');
    }
  }
}
