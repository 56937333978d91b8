import { type RenderJob, streams, subjects, TintypeError } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';
import { reachable, reachableAgain } from '../../reachable.js';

const timeoutMs = 5000;

/**
 * Puts a job on the queue. Answers false when key and class have one already, waiting or in work: then its result
 * is the answer. Throws `overloaded` when the queue is full.
 */
export const publishJob = async (nats: Nats, job: RenderJob): Promise<boolean> => {
  const subject = subjects.job(job.class, job.account, job.key);
  try {
    const expect = { lastSubjectSequence: 0 };
    const options = { msgID: job.id, expect, timeout: timeoutMs };
    await reachableAgain(nats, () => nats.jetstream.publish(subject, JSON.stringify(job), options));
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The server has one code for "subject taken" and "stream full": the subject tells them apart.
    const { streams: api } = nats.manager;
    if (await reachable(api.getMessage(streams.renders, { last_by_subj: subject }))) return false;
    const { state, config } = await reachable(api.info(streams.renders));
    if (state.messages >= config.max_msgs) throw new TintypeError('overloaded');
    return false;
  }
};
