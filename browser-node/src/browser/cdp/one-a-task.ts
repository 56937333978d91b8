/**
 * Answers what runs jobs in their order, each in a task of its own, so that whatever a job's promises lead to happens before
 * the next one. Messages that came together are to be handed on so to those who begin to listen once they have an answer.
 */
export const oneATask = (): ((job: () => void) => void) => {
  const waiting: (() => void)[] = [];
  const next = () => {
    const job = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    job?.();
  };
  return (job) => {
    waiting.push(job);
    if (waiting.length === 1) setImmediate(next);
  };
};
