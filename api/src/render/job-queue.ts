import { type RenderClass, type RenderJob, streams, subjects, TintypeError } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';

/**
 * Puts a job on the queue. Answers false when the key has one already, waiting or in work: then its result is the
 * answer. Throws `overloaded` when the queue is full.
 */
export const publishJob = async (nats: Nats, renderClass: RenderClass, job: RenderJob): Promise<boolean> => {
  const subject = subjects.job(renderClass, job.account, job.key);
  try {
    await nats.jetstream.publish(subject, JSON.stringify(job), {
      msgID: job.id,
      expect: { lastSubjectSequence: 0 },
      timeout: 5000,
    });
    return true;
  } catch (error) {
    if (!isConflict(error)) throw new TintypeError('unavailable', undefined, { cause: error });
    // The server has one code for "subject taken" and "stream full": the subject tells them apart.
    if (await nats.manager.streams.getMessage(streams.renders, { last_by_subj: subject })) return false;
    const { state, config } = await nats.manager.streams.info(streams.renders);
    if (state.messages >= config.max_msgs) throw new TintypeError('overloaded');
    return false;
  }
};
