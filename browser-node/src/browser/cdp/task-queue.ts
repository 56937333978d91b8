/**
 * A queue that runs each job in its own task: a job's promises settle before the next job. A handler registered after
 * one message then receives the next, although both arrived together.
 */
export const createTaskQueue = (): ((job: () => void) => void) => {
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
